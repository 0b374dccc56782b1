import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const PublishedEntry = z.object({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]),
  path: z.string(),
  family: z.enum(["store", "business"]),
  section: z.string(),
});

const Interface = z.object({
  operations: z.array(PublishedEntry),
  uncounted: z.array(PublishedEntry.extend({ why: z.string() })),
});

type PublishedEntry = z.infer<typeof PublishedEntry>;

/** Each method and path of the published interface. */
export function publishedEntries(): PublishedEntry[] {
  return readInterface().operations;
}

/** Published entries that are not a method and path; serving them is optional. */
export function entriesWithoutPath(): PublishedEntry[] {
  return readInterface().uncounted;
}

/** A form of the path that is the same whatever the slots are called. */
export function pathShape({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, "{}")}`;
}

function readInterface(): z.infer<typeof Interface> {
  return Interface.parse(JSON.parse(readFileSync(join(import.meta.dirname, "interface.json"), "utf8")));
}
