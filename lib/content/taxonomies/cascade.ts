import { continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { MAX_RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { readTaxonomies } from "./ancestors.ts";
import { removal } from "./change.ts";
import { RemoveTaxonomyChildren } from "./messages.ts";
import { STATUSES } from "./schema.ts";
import { runningDeletions, taxonomies } from "./table.ts";

/**
 * Deletes the descendants of a deleted taxonomy, deepest first, so that the next run finds those that are left by going
 * down from it. It may be killed at any point and run any number of times.
 */
export async function removeChildren(
  ctx: Context,
  message: RemoveTaxonomyChildren,
  patience = MAX_RUN_MS,
): Promise<void> {
  const done = await removeAllBelow(ctx, message.store_id, message.taxonomy_id, Date.now() + patience);
  await continueCascade(ctx, RemoveTaxonomyChildren, message, done, [runningDeletions.removeKey(message)]);
}

async function removeAllBelow(
  ctx: Context,
  storeId: string,
  parentId: string,
  until: number,
): Promise<boolean> {
  const below = { store_id: storeId, parent: parentId };
  const partitions = STATUSES.map((status) => taxonomies.child({ ...below, status }));
  const remove = async (rows: Record<string, unknown>[]) => {
    const ids = rows.map(({ sk }) => String(sk));
    const found = await readTaxonomies(storeId, ids);
    const children = found.filter(({ parent_id }) => parent_id === parentId);
    for (const child of children) {
      if (!(await removeAllBelow(ctx, storeId, child.id, until))) return 0;
    }
    for (const writes of packTransactions(children.map((child) => removal(ctx, child))))
      await transact(ctx, writes);
    return children.length;
  };
  return sweep({ partitions, index: "child_created" }, remove, until - Date.now());
}
