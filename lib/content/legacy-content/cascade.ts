import { continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { MAX_RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { removal } from "./entries.ts";
import { collectionOwner } from "./entry-schema.ts";
import { RemoveBusinessEntries } from "./messages.ts";
import { STATUSES } from "./schema.ts";
import { entries } from "./table.ts";

/** Deletes the entries of a deleted collection. It may be killed at any point and run any number of times. */
export async function removeEntries(
  ctx: Context,
  message: RemoveBusinessEntries,
  patience = MAX_RUN_MS,
): Promise<void> {
  const owner = collectionOwner(message.collection_id);
  const partitions = STATUSES.map((status) =>
    entries.child({ businessId: message.business_id, owner, status }),
  );
  const remove = async (rows: Record<string, unknown>[]) => {
    const found = await entries.batchGet(rows.map(entries.slots), ctx);
    const owned = found.filter((entry) => entry.owner === owner);
    for (const writes of packTransactions(owned.map((entry) => removal(ctx, entry))))
      await transact(ctx, writes);
    return owned.length;
  };
  const done = await sweep({ partitions, index: "child_created" }, remove, patience);
  await continueCascade(ctx, RemoveBusinessEntries, message, done);
}
