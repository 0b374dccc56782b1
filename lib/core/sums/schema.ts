import * as z from "zod";
import { leaseFields } from "#core/dynamo/lease-schema.ts";

const Measures = z.record(z.string(), z.number());

/** What a record added to the sums of a generation when it was counted last, and which version of it that was. */
export const Mark = z.object({
  store_id: z.string(),
  generation: z.string(),
  kind: z.string(),
  /** The record: what its keys are after its tenant's name. */
  of: z.string(),
  version: z.int(),
  born: z.string(),
  /** Whether the record was gone. Such a mark stays for a while, so that a worker who had read the record fails. */
  gone: z.boolean(),
  contributions: z.record(z.string(), Measures),
  /** Rows of lists that there are of it, together those that have the same order and carry the same. */
  rows: z.array(z.object({ at: z.string(), carried: z.string(), lists: z.array(z.string()) })).optional(),
  counted_at: z.int(),
});
export type Mark = z.output<typeof Mark>;

/** One lane of a row; its measures are attributes beside these. */
export const SumRow = z.object({
  store_id: z.string(),
  generation: z.string(),
  lane: z.string(),
  row: z.string(),
});

/** One whole reckoning of sums, with the number of the definition that it follows. */
export const Generation = z.object({
  name: z.string(),
  definition: z.int(),
  /** The time zone whose days its rows are of; empty where that is nothing to it. */
  zone: z.string().default(""),
});
export type Generation = z.output<typeof Generation>;

/**
 * What is being done to the sums: nothing; a build waits, walks through all records, compares marks for what the walk
 * missed, compares rows; after the switch marks are compared again; the old ones are kept, and then removed.
 */
export const Phase = z.enum([
  "ready",
  "waiting",
  "walking",
  "closing",
  "comparing",
  "settling",
  "keeping",
  "dropping",
]);
export type Phase = z.output<typeof Phase>;

const Difference = z.object({
  row: z.string(),
  measure: z.string(),
  counted: z.number(),
  recomputed: z.number(),
});
export type Difference = z.output<typeof Difference>;

/** What a recount has found so far. */
const Recount = z.object({
  /** The generation that it reckoned. */
  id: z.string().default(""),
  began_at: z.int(),
  /** Times that rows were compared. */
  looks: z.int(),
  rows: z.int(),
  differing: z.int(),
  differences: z.array(Difference),
  status: z.enum(["running", "equal", "different", "repaired"]),
});
export type Recount = z.output<typeof Recount>;

/** Which generation of a store's sums is read, which one is built, and how far that is. */
export const SumHead = z.object({
  store_id: z.string(),
  tally: z.string(),
  /** Null until the first was built. */
  read: Generation.nullable(),
  /** Counted beside the one that is read. */
  built: Generation.nullable(),
  /** Was read before. */
  old: Generation.nullable(),
  phase: Phase,
  /** When the phase began. */
  since: z.int(),
  /** When something is to be done next. */
  due_at: z.int().nullable().default(null),
  /** How far the phase is. */
  cursor: z.string().nullable(),
  /** What the build is for: to be read; to be compared with what is read; to be read if that differs. */
  purpose: z.enum(["read", "compare", "repair"]),
  recount: Recount.nullable(),
  /** Lanes that a reader adds up, and lanes that were written before their number was raised. */
  lanes: z.int(),
  lanes_before: z.int(),
  raised_at: z.int(),
  ...leaseFields,
});
export type SumHead = z.output<typeof SumHead>;
