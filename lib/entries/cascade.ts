import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { PATIENCE } from "#core/dynamo/rewrite.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { removal } from "./change.ts";
import { readEntries } from "./hydrate.ts";
import { type RemoveEntries, STATUSES } from "./schema.ts";
import { entries } from "./table.ts";

const BATCH = 50;
const MAX_WRITES = 100;

/**
 * Deletes the entries of a collection that is gone, each with its key and slugs in one transaction: another entry may
 * have either the moment after. It may be killed anywhere and run any number of times.
 */
export async function removeEntries(
  ctx: Context,
  message: RemoveEntries,
  patience = PATIENCE,
): Promise<void> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const batches = await nextRemovals(ctx, message);
    if (batches.length === 0) return;
    for (const writes of batches) await transact(ctx, writes);
  }
  await transact(ctx, [enqueue(ctx, "remove-entries", message)]);
}

// The index may still name what is gone already; what the table has decides.
async function nextRemovals(ctx: Context, { store_id, collection_id }: RemoveEntries): Promise<Write[][]> {
  const partition = entries.partition({ store_id });
  const pages = await Promise.all(
    STATUSES.map((status) =>
      queryItems(`${partition}#${collection_id}#${status}`, { index: "list_created", limit: BATCH }),
    ),
  );
  const ids = pages.flatMap(({ items }) => items.map(({ sk }) => String(sk)));
  const batches: Write[][] = [];
  for (const entry of await readEntries(store_id, ids)) {
    const writes = removal(ctx, entry);
    const last = batches.at(-1);
    if (last && last.length + writes.length <= MAX_WRITES) last.push(...writes);
    else batches.push(writes);
  }
  return batches;
}
