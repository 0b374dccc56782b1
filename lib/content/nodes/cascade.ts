import { type CascadeState, continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { MAX_RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { removeTaxonomyFromRecords } from "#lib/content/taxonomies/remove-from-records.ts";
import { replacement } from "./change.ts";
import { nodeKind } from "./kind.ts";
import { LiftChildren, UnfileNodes } from "./messages.ts";
import { NodeView, STATUSES } from "./schema.ts";
import { nodes } from "./table.ts";

export function unfileNodes(ctx: Context, event: Event, patience?: number): Promise<void> {
  const unfiling = {
    kind: nodeKind,
    message: UnfileNodes,
    stamp: "updated_at",
    rewrite: replacement,
  } as const;
  return removeTaxonomyFromRecords(ctx, event, unfiling, patience);
}

/** Moves the children of a deleted node to its parent. */
export async function liftChildren(
  ctx: Context,
  event: Event & CascadeState,
  patience = MAX_RUN_MS,
): Promise<void> {
  const { tenant_id: storeId, record_id: parentId } = event;
  const { parent_id } = NodeView.parse(event.data);
  const below = { store_id: storeId, parent: parentId };
  const partitions = STATUSES.map((status) => nodes.child({ ...below, status }));
  const [grandparent] = parent_id ? await nodeKind.read(storeId, [parent_id]) : [];
  const lift = rowByRow(async ({ sk }) => {
    const [node] = await nodeKind.read(storeId, [String(sk)]);
    if (node?.parent_id !== parentId) return false;
    const after = { ...node, parent_id: grandparent?.id ?? null, updated_at: ctx.now() };
    await transact(ctx, replacement(ctx, node, after).writes);
    return true;
  });
  const done = await sweep({ partitions, index: "child_created" }, lift, patience);
  await continueCascade(ctx, LiftChildren, event, done);
}
