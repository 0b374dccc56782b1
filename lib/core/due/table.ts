import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { DueShard } from "./shards.ts";

/** Who drains a shard just now. Its time is the real one: a lease is of a process and not of what it works on. */
export const dueShards = entity({
  name: "due_shard",
  schema: DueShard.extend(leaseFields),
  pk: "DUE_SHARD#{kind}",
  sk: "{shard}",
  deletion: { tenant: "unaffected", person: "unaffected" },
});
