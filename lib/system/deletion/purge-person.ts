import type { Context } from "#core/context.ts";
import { purgePartitions } from "#core/dynamo/purge.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { PERSON_JOBS } from "#lib/tenancy/people/deletion.ts";
import { entities } from "./records.ts";
import { withTermPartitions } from "./tenant-partitions.ts";

/** Fields that hold a person's id in the partition keys of what is theirs. */
const OWNERS = ["person_id", "account_id", "user_id", "id"] as const;

/**
 * Deletes what is a person's. What stands elsewhere and is found by an item of theirs goes together with that item, so
 * that a run that is killed leaves nothing that the next one cannot find.
 *
 * @returns whether everything is gone
 */
export async function purgePerson(ctx: Context, personId: string, until: number): Promise<boolean> {
  const partitions = personPartitions(personId);
  for (const partition of partitions) {
    if (!(await carryOutJobs(ctx, partition, until))) return false;
  }
  return purgePartitions(partitions, until);
}

/** The partitions that a person leads, by the rules of the registry. */
export function personPartitions(personId: string): string[] {
  const slots = Object.fromEntries(OWNERS.map((slot) => [slot, personId]));
  const own = entities().filter(({ deletion }) => deletion.person === "partition");
  return [...new Set(own.flatMap((entity) => withTermPartitions(entity, slots)))];
}

async function carryOutJobs(ctx: Context, partition: string, until: number): Promise<boolean> {
  let after: Record<string, unknown> | undefined;
  do {
    if (Date.now() >= until) return false;
    const page = await queryItems(partition, { consistent: true, after });
    for (const item of page.items) {
      const writes = Object.values(PERSON_JOBS).flatMap((job) => job(item));
      if (writes.length === 0) continue;
      const { pk, sk } = item;
      const own = { entity: String(item._t), remove: { pk: String(pk), sk: String(sk) } };
      await transact(ctx, [...writes, own]);
    }
    after = page.after;
  } while (after);
  return true;
}
