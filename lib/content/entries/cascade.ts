import { continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { MAX_RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { RemoveEntries } from "#lib/content/collections/messages.ts";
import { removal } from "./change.ts";
import { readEntries } from "./hydrate.ts";
import { STATUSES } from "./schema.ts";
import { entries } from "./table.ts";

/**
 * Deletes the entries of a deleted collection, each in one transaction with its key and slugs, which are then free
 * again. It may be killed at any point and run any number of times.
 */
export async function removeEntries(
  ctx: Context,
  message: RemoveEntries,
  patience = MAX_RUN_MS,
): Promise<void> {
  const { store_id, collection_id } = message;
  const partitions = STATUSES.map((status) => entries.list({ store_id, collection_id, status }));
  const remove = async (rows: Record<string, unknown>[]) => {
    const found = await readEntries(
      store_id,
      rows.map(({ sk }) => String(sk)),
    );
    for (const writes of packTransactions(found.map((entry) => removal(ctx, entry))))
      await transact(ctx, writes);
    return found.length;
  };
  const done = await sweep({ partitions, index: "list_created" }, remove, patience);
  await continueCascade(ctx, RemoveEntries, message, done);
}
