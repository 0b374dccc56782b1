// Sums of records, maintained from the stream: marks, rows, and the generation that is read.

import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { Mark, SumHead, SumRow } from "./schema.ts";

/** Seconds that the mark of a deleted record is kept: longer than any worker runs. */
const DELETED_KEPT = 2 * DAY;

export const heads = entity({
  name: "sum_head",
  schema: SumHead,
  pk: "TENANT#{store_id}#SUMS",
  sk: "{tally}",
  indexes: { due: "SUMS#{store_id%8}" },
  due_at: ({ due_at }) => due_at,
  packed: ["read", "built", "old", "recount"],
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** All generations are in the same partitions, so that the tenant alone names these. */
export const marks = entity({
  name: "sum_mark",
  schema: Mark,
  pk: "TENANT#{store_id}#MARK#{of%16}",
  sk: "{generation}#{of}",
  asText: { but: [] },
  ttl: ({ gone, counted_at }) => (gone ? counted_at + DELETED_KEPT : undefined),
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Rows change only by additions. A row has as many lanes as its store's head says; its value is their total. */
export const sumRows = entity({
  name: "sum",
  schema: SumRow,
  pk: "TENANT#{store_id}#SUM#{lane%16}",
  sk: "{generation}#{row}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
