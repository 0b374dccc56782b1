import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { PATIENCE, rewriteAll } from "#core/dynamo/rewrite.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { unfileAll, withoutTaxonomy } from "#lib/taxonomies/unfile.ts";
import { rewrite } from "./change.ts";
import { Node, STATUSES } from "./schema.ts";
import { readNodes } from "./service.ts";
import { nodes } from "./table.ts";

const BATCH = 50;

/** Takes a deleted taxonomy off the nodes that are filed under it. */
export async function unfileNodes(ctx: Context, event: Event, patience = PATIENCE): Promise<void> {
  const { tenant_id: storeId, record_id: taxonomyId } = event;
  const partition = nodes.partition({ store_id: storeId });
  const done = await unfileAll(partition, taxonomyId, patience, (id) =>
    rewriteOne(ctx, storeId, id, (node) => {
      const taxonomies = withoutTaxonomy(node.taxonomies, taxonomyId);
      return taxonomies && { taxonomies };
    }),
  );
  if (!done) await transact(ctx, [enqueue(ctx, "unfile-nodes", event)]);
}

/** Moves the children of a deleted node up to its parent. */
export async function liftChildren(ctx: Context, event: Event, patience = PATIENCE): Promise<void> {
  const { tenant_id: storeId, record_id: parentId } = event;
  const { parent_id } = Node.parse(event.data);
  const partition = nodes.partition({ store_id: storeId });
  const find = async () => {
    const pages = await Promise.all(
      STATUSES.map((status) =>
        queryItems(`${partition}#${parentId}#${status}`, { index: "child_created", limit: BATCH }),
      ),
    );
    return pages.flatMap(({ items }) => items.map(({ sk }) => String(sk)));
  };
  const [grandparent] = parent_id ? await readNodes(storeId, [parent_id]) : [];
  const lift = (id: string) =>
    rewriteOne(ctx, storeId, id, (node) =>
      node.parent_id === parentId ? { parent_id: grandparent?.id ?? null } : undefined,
    );
  const done = await rewriteAll(find, lift, patience);
  if (!done) await transact(ctx, [enqueue(ctx, "lift-children", event)]);
}

async function rewriteOne(
  ctx: Context,
  storeId: string,
  id: string,
  change: (node: Node) => Partial<Node> | undefined,
): Promise<boolean> {
  const [node] = await readNodes(storeId, [id]);
  const changes = node && change(node);
  if (!node || !changes) return false;
  await transact(ctx, rewrite(ctx, node, changes));
  return true;
}
