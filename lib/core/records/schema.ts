import * as z from "zod";
import { ListQuery, queryIds } from "#core/http/page.ts";
import { staffOnly } from "#core/view-schema.ts";

/** Keys of records: words of letters, digits, `-`, `_` and `.`. */
export const RecordKey = z
  .string()
  .trim()
  // A letter with a separate accent looks the same as one with a built-in accent.
  .normalize("NFC")
  .min(1)
  .max(100)
  .regex(
    /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}\p{M}])?$/u,
    "must be letters, digits, and - _ . between them",
  );

/** The record version for which a change was made. Without it, the last writer wins. */
export const expectedVersion = z.int().min(1).nullish();

/** Any JSON value. */
export const JsonValue = z.json();

/** Query of a path to a record with a key. */
export const KeyQuery = z.object({ key: z.string().max(200).optional() });

/** Query of a path to a record with slugs: either a key or a slug. */
export const LookupQuery = KeyQuery.extend({
  slug: z.string().max(200).optional(),
  locale: z.string().max(100).optional(),
}).refine(({ key, slug }) => key === undefined || slug === undefined, {
  path: ["slug"],
  message: "cannot stand beside key. Send one of them",
});

export const RecordQuery = ListQuery.extend({
  key: z.string().max(200).optional(),
  ids: queryIds.optional(),
});

/** An entry of the history of a status. @schema */
export function statusEntry<S extends z.ZodType<string>>(status: S) {
  return z.object({
    id: z.string(),
    status,
    changedBy: z.enum(["USER", "SYSTEM"]),
    userId: staffOnly(z.string().optional()),
    timestamp: z.int(),
  });
}
/** The public view of an entry of a status history. @schema */
export function statusEntryView<S extends z.ZodType<string>>(status: S) {
  return statusEntry(status).pick({ id: true, status: true, changedBy: true, userId: true, timestamp: true });
}
export type StatusEntry<S extends string = string> = z.output<ReturnType<typeof statusEntry<z.ZodType<S>>>>;
