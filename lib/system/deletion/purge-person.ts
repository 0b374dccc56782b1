import type { Context } from "#core/context.ts";
import { purgePartitions } from "#core/dynamo/purge.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { PERSON_JOBS } from "#lib/tenancy/people/deletion.ts";
import { entities } from "./records.ts";
import { withTermPartitions } from "./tenant-partitions.ts";

/** Fields that hold a person's id in partition keys. */
const OWNER_FIELDS = ["person_id", "account_id", "user_id", "id"] as const;

/**
 * Deletes a person's records. Other items that are found only through a record are deleted in the same
 * transaction, so that an interrupted run leaves nothing unreachable.
 *
 * @returns whether everything is gone
 */
export async function purgePerson(ctx: Context, personId: string, until: number): Promise<boolean> {
  const partitions = personPartitions(personId);
  for (const partition of partitions) {
    if (!(await runJobs(ctx, partition, until))) return false;
  }
  return purgePartitions(partitions, until);
}

/** A person's own partitions, by the deletion rules of all entities. */
export function personPartitions(personId: string): string[] {
  const slots = Object.fromEntries(OWNER_FIELDS.map((slot) => [slot, personId]));
  const own = entities().filter(({ deletion }) => deletion.person === "partition");
  return [...new Set(own.flatMap((entity) => withTermPartitions(entity, slots)))];
}

async function runJobs(ctx: Context, partition: string, until: number): Promise<boolean> {
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
