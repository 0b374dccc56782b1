import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { checkBlocksAndReferences } from "#lib/content/entries/check-blocks.ts";
import { checkTaxonomyEntries } from "#lib/content/taxonomies/service.ts";
import { pathToRoot } from "./ancestors.ts";
import { NODE } from "./errors.ts";
import { nodeKind } from "./kind.ts";
import { type CreateNode, Node, type UpdateNode } from "./schema.ts";
import { nodes, termsOf } from "./table.ts";

const DEFAULT_TYPE = "page";

export async function createNode(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateNode>,
): Promise<Node> {
  const [blocks, checkedTaxonomies] = await sideBySide([
    checkBlocksAndReferences(storeId, input.blocks ?? []),
    checkTaxonomyEntries(ctx, storeId, input.taxonomies ?? []),
  ]);
  const now = ctx.now();
  const initial = { parent_id: null, type: DEFAULT_TYPE, slug: {}, status: "ACTIVE" } as const;
  const node = newRecord(Node, initial, input, {
    id: newId("node", ctx.clock()),
    store_id: storeId,
    blocks,
    taxonomies: checkedTaxonomies.entries,
    created_at: now,
    updated_at: now,
  });
  checkSize(node, termsOf(node));
  const [parent] = node.parent_id ? await pathToRoot(storeId, node.parent_id) : [];
  return transact(
    ctx,
    [
      ...nodeKind.creation(node),
      parent &&
        nodes.checkExists({ store_id: storeId, id: parent.id }, NODE.PARENT_NOT_FOUND({ parent: parent.id })),
      ...checkedTaxonomies.checks,
      announce(ctx, "node.created", nodes, node),
    ],
    node,
  );
}

/** Changes the given fields; a new parent moves the node with everything below it. */
export async function updateNode(
  ctx: Context,
  storeId: string,
  segment: string,
  input: z.output<typeof UpdateNode>,
): Promise<Node> {
  const before = await nodeKind.existing(storeId, segment, { ctx });
  const [blocks, checkedTaxonomies] = await sideBySide([
    input.blocks && checkBlocksAndReferences(storeId, input.blocks, before.blocks),
    input.taxonomies && checkTaxonomyEntries(ctx, storeId, input.taxonomies),
  ]);
  const after = changedRecord(Node, before, input, {
    blocks,
    taxonomies: checkedTaxonomies?.entries,
    updated_at: ctx.now(),
  });
  checkSize(after, termsOf(after));
  const moves = after.parent_id !== null && after.parent_id !== before.parent_id;
  const parents = moves ? await pathToRoot(storeId, after.parent_id ?? "", before.id) : [];
  const { record, writes } = replacement(ctx, before, after);
  return transact(
    ctx,
    [
      ...writes,
      // Two concurrent moves could make a cycle, so no ancestor may have changed.
      ...parents.map((ancestor) => nodes.check(ancestor)),
      ...(checkedTaxonomies?.checks ?? []),
    ],
    record,
  );
}

/** Deletes a node; its children move to its parent in the background. */
export async function deleteNode(ctx: Context, storeId: string, segment: string): Promise<void> {
  const node = await nodeKind.existing(storeId, segment, { ctx });
  await transact(ctx, [...nodeKind.removal(node), announce(ctx, "node.deleted", nodes, node)]);
}

export function replacement(ctx: Context, before: Stored<Node>, after: Node) {
  return nodeKind.replacement(ctx, "node.updated", before, after);
}
