import * as z from "zod";
import { leaseFields } from "#core/dynamo/lease-schema.ts";

const Measures = z.record(z.string(), z.number());

/** What a record last added to the sums of a generation, and in which version. */
export const Mark = z.object({
  store_id: z.string(),
  generation: z.string(),
  kind: z.string(),
  /** The record's keys after its tenant's name. */
  of: z.string(),
  version: z.int(),
  born: z.string(),
  /**
   * Whether the record was deleted. The mark is kept for a while, so that a worker that had read the record fails.
   */
  gone: z.boolean(),
  contributions: z.record(z.string(), Measures),
  /** The record's rows in lists, grouped by place (`at`) and a hash of their terms (`carried`). */
  rows: z.array(z.object({ at: z.string(), carried: z.string(), lists: z.array(z.string()) })).optional(),
  counted_at: z.int(),
});
export type Mark = z.output<typeof Mark>;

/** One lane of a row; its measures are further attributes. */
export const SumRow = z.object({
  store_id: z.string(),
  generation: z.string(),
  lane: z.string(),
  row: z.string(),
});

/** One complete computation of sums, with the number of its definition. */
export const Generation = z.object({
  name: z.string(),
  definition: z.int(),
  /** The time zone of its days; empty where rows are not by day. */
  zone: z.string().default(""),
});
export type Generation = z.output<typeof Generation>;

/**
 * The work on the sums: none (`ready`); a build waits, walks through all records, compares marks to find records that
 * the walk missed, and compares rows. After the switch, marks are compared again; the old generation is retained for a
 * while, and then deleted.
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

const Recount = z.object({
  /** The generation that it computed. */
  id: z.string().default(""),
  began_at: z.int(),
  /** How often rows were compared. */
  looks: z.int(),
  rows: z.int(),
  differing: z.int(),
  differences: z.array(Difference),
  status: z.enum(["running", "equal", "different", "repaired"]),
});
export type Recount = z.output<typeof Recount>;

/** Which generation of a store's sums is read, which one is built, and how far the build is. */
export const SumHead = z.object({
  store_id: z.string(),
  tally: z.string(),
  /** Null until the first one is built. */
  read: Generation.nullable(),
  /** The generation that is being built, beside the one that is read. */
  built: Generation.nullable(),
  /** The generation that was read before. */
  old: Generation.nullable(),
  phase: Phase,
  since: z.int(),
  /** When the next work is due. */
  due_at: z.int().nullable().default(null),
  /** Position within the phase. */
  cursor: z.string().nullable(),
  /** The purpose of the build: to be read; to be compared with what is read; to be read if that differs. */
  purpose: z.enum(["read", "compare", "repair"]),
  recount: Recount.nullable(),
  /** Lanes that a reader adds up, and lanes that were written before their number was raised. */
  lanes: z.int(),
  lanes_before: z.int(),
  raised_at: z.int(),
  ...leaseFields,
});
export type SumHead = z.output<typeof SumHead>;
