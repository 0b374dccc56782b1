import { table, tableName } from "./client.ts";
import { BatchWriteCommand } from "./commands.ts";
import { Contention } from "./contention.ts";
import { jitter } from "./jitter.ts";
import { queryItems } from "./read.ts";

const BATCH = 25;
const TRIES = 7;

/**
 * Deletes a partition from its beginning, batch by batch, until it is empty or the time is up. Killed at any point, it
 * is simply called again.
 *
 * @param until milliseconds by `Date.now()`
 * @returns whether the partition is empty
 */
export async function purgePartition(partition: string, until: number): Promise<boolean> {
  while (Date.now() < until) {
    const { items } = await queryItems(partition, { limit: 4 * BATCH, consistent: true });
    if (items.length === 0) return true;
    const keys = items.map(({ pk, sk }) => ({ pk, sk }));
    await Promise.all([0, 1, 2, 3].map((part) => deleteKeys(keys.slice(part * BATCH, (part + 1) * BATCH))));
  }
  return false;
}

async function deleteKeys(keys: Record<string, unknown>[]): Promise<void> {
  let pending = keys.map((Key) => ({ DeleteRequest: { Key } }));
  for (let tries = 0; pending.length > 0; tries++) {
    if (tries === TRIES) throw new Contention("The table is too busy to delete a batch.");
    if (tries > 0) await jitter(20 * 2 ** tries);
    const reply = await table().send(new BatchWriteCommand({ RequestItems: { [tableName()]: pending } }));
    pending = (reply.UnprocessedItems?.[tableName()] ?? []) as typeof pending;
  }
}
