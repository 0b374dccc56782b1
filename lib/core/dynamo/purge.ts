import { sideBySide } from "#core/side-by-side.ts";
import { MAX_BATCH_WRITES, writeBatch } from "./batch.ts";
import { queryItems } from "./read.ts";

/**
 * Deletes partitions one after the other, batch by batch, until they are empty or the time is up. After a crash it is
 * simply called again, so a partition that the next run needs must come last in the list.
 *
 * @param until milliseconds by `Date.now()`
 * @param prefix of the sort keys to delete, where that is not all
 * @returns whether all are deleted
 */
export async function purgePartitions(
  partitions: readonly string[],
  until: number,
  prefix?: string,
): Promise<boolean> {
  for (const partition of partitions) {
    if (!(await purgePartition(partition, until, prefix))) return false;
  }
  return true;
}

async function purgePartition(partition: string, until: number, prefix?: string): Promise<boolean> {
  while (Date.now() < until) {
    const { items } = await queryItems(partition, { limit: 4 * MAX_BATCH_WRITES, consistent: true, prefix });
    if (items.length === 0) return true;
    const keys = items.map(({ pk, sk }) => ({ pk, sk }));
    await sideBySide(
      [0, 1, 2, 3].map((part) =>
        deleteKeys(keys.slice(part * MAX_BATCH_WRITES, (part + 1) * MAX_BATCH_WRITES)),
      ),
    );
  }
  return false;
}

function deleteKeys(keys: Record<string, unknown>[]): Promise<void> {
  return writeBatch(keys.map((Key) => ({ DeleteRequest: { Key } })));
}
