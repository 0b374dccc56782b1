import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet } from "#core/dynamo/terms.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { requestedParent } from "#core/records/list.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { taxonomyFilter } from "#lib/content/taxonomies/service.ts";
import { hydrateNodes } from "./hydrate.ts";
import { nodeKind } from "./kind.ts";
import type { ChildrenQuery, Node, NodeLookup, NodeQuery } from "./schema.ts";
import { nodes } from "./table.ts";

type Lookup = z.output<typeof NodeLookup>;

/** A node by id, key or slug. Archived ones are for those who may READ the store. */
export async function getNode(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup = {},
): Promise<Node> {
  const node = await nodeKind.get(ctx, storeId, segment, query);
  return query.hydrate ? ((await hydrateNodes(ctx, storeId, [node]))[0] ?? node) : node;
}

export async function listNodes(
  ctx: Context,
  storeId: string,
  query: z.output<typeof NodeQuery>,
): Promise<Page<Node>> {
  const page = await listPage(ctx, storeId, query);
  return query.hydrate ? { ...page, items: await hydrateNodes(ctx, storeId, page.items) } : page;
}

export async function listChildren(
  ctx: Context,
  storeId: string,
  segment: string,
  query: z.output<typeof ChildrenQuery>,
): Promise<Page<Node>> {
  const parent = await nodeKind.get(ctx, storeId, segment);
  return listNodes(ctx, storeId, { ...query, parent_id: parent.id });
}

/** Nodes by id, whatever their status; missing ones are left out. */
export const readNodes = nodeKind.read;

/** A node by id, key or slug, whatever its status. */
export const findNode = nodeKind.find;

/** The media that a node refers to, and a condition that the node is unchanged. */
export async function mediaOfNode(
  storeId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const [node] = await nodeKind.read(storeId, [id]);
  return node && { mediaIds: mediaInBlocks(node.blocks), unchanged: nodes.check(node) };
}

async function listPage(
  ctx: Context,
  storeId: string,
  query: z.output<typeof NodeQuery>,
): Promise<Page<Stored<Node>>> {
  const taxonomyTerms = query.taxonomies ? await taxonomyFilter(ctx, storeId, query.taxonomies) : [];
  if (!taxonomyTerms) return { items: [], cursor: null };
  const [rarest, ...others] = taxonomyTerms;
  const type = query.type === undefined ? undefined : facet("type", query.type);
  // A list reads the index rows of its first term: a taxonomy has fewer records than a type, and values have no rows.
  const terms = [rarest, type, ...others].filter((term) => term !== undefined);
  return nodeKind.list(ctx, storeId, query, { source: { parent: requestedParent(query.parent_id) }, terms });
}
