import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { DueShard } from "./shards.ts";

const SuspectRow = z.object({ pk: z.string(), sk: z.string(), due_by: z.string(), tenant: z.string() });
export type SuspectRow = z.output<typeof SuspectRow>;

const ShardLease = DueShard.extend({
  ...leaseFields,
  /** Number of workers that have started since a worker last finished. */
  begun: z.int().default(0),
  /** The row that a worker started after its predecessors had crashed. */
  suspect: SuspectRow.nullable().default(null),
});

/** The lease on a shard. Its times are by the real clock, because a process holds it, not a record. */
export const dueShards = entity({
  name: "due_shard",
  schema: ShardLease,
  pk: "DUE_SHARD#{kind}",
  sk: "{shard}",
  deletion: { tenant: "unaffected", person: "unaffected" },
});
