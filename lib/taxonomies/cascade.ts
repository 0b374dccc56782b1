import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { PATIENCE } from "#core/dynamo/rewrite.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { removal } from "./change.ts";
import { readTaxonomies } from "./lineage.ts";
import type { RemoveBelow, Taxonomy } from "./schema.ts";
import { taxonomies, taxonomyCuts } from "./table.ts";

const BATCH = 25;
/** Taxonomies deleted in one transaction. */
const TOGETHER = 8;

/**
 * Deletes what is below a deleted taxonomy, the deepest first: whatever is left is still below something that a next
 * run begins with, so it may be killed anywhere and run any number of times.
 */
export async function removeBelow(ctx: Context, message: RemoveBelow, patience = PATIENCE): Promise<void> {
  const done = await removeChildren(ctx, message.store_id, message.taxonomy_id, Date.now() + patience);
  await transact(ctx, [
    done ? taxonomyCuts.removeKey(message) : enqueue(ctx, "remove-taxonomy-children", message),
  ]);
}

async function removeChildren(
  ctx: Context,
  storeId: string,
  parentId: string,
  until: number,
): Promise<boolean> {
  for (;;) {
    const children = await childrenOf(storeId, parentId);
    if (children.length === 0) return true;
    for (const child of children) {
      if (Date.now() > until || !(await removeChildren(ctx, storeId, child.id, until))) return false;
    }
    for (let start = 0; start < children.length; start += TOGETHER) {
      const some = children.slice(start, start + TOGETHER);
      await transact(
        ctx,
        some.flatMap((child) => removal(ctx, child)),
      );
    }
  }
}

// The index may still name what is gone already; what the table has decides.
async function childrenOf(storeId: string, parentId: string): Promise<Stored<Taxonomy>[]> {
  const partition = taxonomies.partition({ store_id: storeId });
  const pages = await Promise.all(
    ["active", "archived"].map((status) =>
      queryItems(`${partition}#${parentId}#${status}`, { index: "child_created", limit: BATCH }),
    ),
  );
  const ids = pages.flatMap(({ items }) => items.map(({ sk }) => String(sk)));
  const found = await readTaxonomies(storeId, ids);
  return found.filter(({ parent_id }) => parent_id === parentId);
}
