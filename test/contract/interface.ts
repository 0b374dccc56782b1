import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Documented = z.object({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]),
  path: z.string(),
  family: z.enum(["store", "business"]),
  section: z.string(),
});

const Interface = z.object({
  operations: z.array(Documented),
  uncounted: z.array(Documented.extend({ why: z.string() })),
});

type Documented = z.infer<typeof Documented>;

/** Each method and path of the published interface. */
export function documented(): Documented[] {
  return read().operations;
}

/** Published entries that are not a method and path; serving them is optional. */
export function entriesWithoutPath(): Documented[] {
  return read().uncounted;
}

/** A form of the path that is the same whatever the slots are called. */
export function shape({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, "{}")}`;
}

function read(): z.infer<typeof Interface> {
  return Interface.parse(JSON.parse(readFileSync(join(import.meta.dirname, "interface.json"), "utf8")));
}
