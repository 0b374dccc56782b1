import { goOn, type Look } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { each, PATIENCE, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { unfileAll, withoutTaxonomy } from "#lib/content/taxonomies/unfile.ts";
import { rewrite } from "./change.ts";
import { nodeKind } from "./kind.ts";
import { LiftChildren, UnfileNodes } from "./messages.ts";
import { Node, STATUSES } from "./schema.ts";
import { nodes } from "./table.ts";

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
  if (!done) await transact(ctx, [enqueue(ctx, UnfileNodes, event)]);
}

/** Moves the children of a deleted node up to its parent. */
export async function liftChildren(ctx: Context, event: Event & Look, patience = PATIENCE): Promise<void> {
  const { tenant_id: storeId, record_id: parentId } = event;
  const { parent_id } = Node.parse(event.data);
  const partition = nodes.partition({ store_id: storeId });
  const partitions = STATUSES.map((status) => `${partition}#${parentId}#${status}`);
  const [grandparent] = parent_id ? await nodeKind.read(storeId, [parent_id]) : [];
  const lift = each(({ sk }) =>
    rewriteOne(ctx, storeId, String(sk), (node) =>
      node.parent_id === parentId ? { parent_id: grandparent?.id ?? null } : undefined,
    ),
  );
  const done = await sweep({ partitions, index: "child_created" }, lift, patience);
  await goOn(ctx, LiftChildren, event, done);
}

async function rewriteOne(
  ctx: Context,
  storeId: string,
  id: string,
  change: (node: Node) => Partial<Node> | undefined,
): Promise<boolean> {
  const [node] = await nodeKind.read(storeId, [id]);
  const changes = node && change(node);
  if (!node || !changes) return false;
  await transact(ctx, rewrite(ctx, node, changes));
  return true;
}
