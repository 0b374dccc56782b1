// The sums that records come to, kept behind the stream: marks, rows and which generation of them is read.

import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { Mark, SumHead, SumRow } from "./schema.ts";

/** Seconds that the mark of a deleted record stays: longer than any worker runs. */
const GONE_KEPT = 2 * DAY;

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

/** The generations lie in the same partitions, so that these can be named by the tenant alone. */
export const marks = entity({
  name: "sum_mark",
  schema: Mark,
  pk: "TENANT#{store_id}#MARK#{of%16}",
  sk: "{generation}#{of}",
  asText: { but: [] },
  ttl: ({ gone, counted_at }) => (gone ? counted_at + GONE_KEPT : undefined),
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Changed by adding alone. A row lies in as many lanes as its store has; what it says is what they add up to. */
export const sumRows = entity({
  name: "sum",
  schema: SumRow,
  pk: "TENANT#{store_id}#SUM#{lane%16}",
  sk: "{generation}#{row}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
