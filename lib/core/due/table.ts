import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { DueShard } from "./shards.ts";

const SuspectRow = z.object({ pk: z.string(), sk: z.string(), due_by: z.string(), tenant: z.string() });
export type SuspectRow = z.output<typeof SuspectRow>;

const Draining = DueShard.extend({
  ...leaseFields,
  /** Workers that began, since one of them came to its end. */
  begun: z.int().default(0),
  /** The row that a worker has begun, where the ones before it did not come to their end. */
  suspect: SuspectRow.nullable().default(null),
});

/** Who drains a shard just now. Its time is the real one: a lease is of a process and not of what it works on. */
export const dueShards = entity({
  name: "due_shard",
  schema: Draining,
  pk: "DUE_SHARD#{kind}",
  sk: "{shard}",
  deletion: { tenant: "unaffected", person: "unaffected" },
});
