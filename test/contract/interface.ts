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

/** Published, but not as a method and path: they may be served, and count for nothing. */
export function entriesWithoutPath(): Documented[] {
  return read().uncounted;
}

/** What two operations have in common when only the names of their slots differ. */
export function shape({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, "{}")}`;
}

function read(): z.infer<typeof Interface> {
  return Interface.parse(JSON.parse(readFileSync(join(import.meta.dirname, "interface.json"), "utf8")));
}
