import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { facet, termPartition } from "#core/dynamo/terms.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { rewrite } from "./change.ts";
import { Node, STATUSES } from "./schema.ts";
import { readNodes } from "./service.ts";
import { nodes } from "./table.ts";

/** Milliseconds after which the rest is left to a message of its own. */
const PATIENCE = 40_000;
const BATCH = 50;
/** Nodes rewritten side by side. */
const ABREAST = 10;

/**
 * Takes a deleted taxonomy off the nodes that are filed under it. What is done no longer comes up, so it may be killed
 * anywhere and run any number of times.
 */
export async function unfileNodes(ctx: Context, event: Event, patience = PATIENCE): Promise<void> {
  const { tenant_id: storeId, record_id: taxonomyId } = event;
  const partition = termPartition(nodes.partition({ store_id: storeId }));
  const find = async () => {
    const prefix = `${facet("taxonomy", taxonomyId)}#`;
    const { items } = await queryItems(partition, { prefix, consistent: true, limit: BATCH });
    return items.map(({ of }) => String(of));
  };
  const done = await rewriteAll(ctx, storeId, find, patience, (node) => ({
    taxonomies: node.taxonomies.filter(({ taxonomy_id }) => taxonomy_id !== taxonomyId),
  }));
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
  const done = await rewriteAll(ctx, storeId, find, patience, (node) =>
    node.parent_id === parentId ? { parent_id: grandparent?.id ?? null } : undefined,
  );
  if (!done) await transact(ctx, [enqueue(ctx, "lift-children", event)]);
}

async function rewriteAll(
  ctx: Context,
  storeId: string,
  find: () => Promise<string[]>,
  patience: number,
  change: (node: Node) => Partial<Node> | undefined,
): Promise<boolean> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const ids = await find();
    let changed = 0;
    for (let start = 0; start < ids.length; start += ABREAST) {
      const some = ids.slice(start, start + ABREAST);
      const results = await Promise.all(
        some.map((id) => attempt(() => rewriteOne(ctx, storeId, id, change))),
      );
      changed += results.filter(Boolean).length;
    }
    // An index may still name what was changed already: nothing left to change is the end.
    if (changed === 0) return true;
  }
  return false;
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
