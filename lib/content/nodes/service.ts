import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords, type Page } from "#core/dynamo/list.ts";
import { facet } from "#core/dynamo/terms.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { parseLookup } from "#core/records/lookup.ts";
import { among } from "#lib/content/blocks/among.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { slugName } from "#lib/content/blocks/slugs.ts";
import { taxonomyFilter } from "#lib/content/taxonomies/service.ts";
import { defaultLanguage } from "#lib/tenancy/tenants/language.ts";
import { hydrated } from "./hydrate.ts";
import { type ChildrenQuery, type Node, type NodeLookup, type NodeQuery, STATUSES } from "./schema.ts";
import { nodeKeys, nodeSlugs, nodes, termsOf } from "./table.ts";

type Lookup = z.output<typeof NodeLookup>;

/** A node by id, key or slug. Archived ones are for those who may READ the store. */
export async function getNode(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup = {},
): Promise<Node> {
  const node = await visibleNode(ctx, storeId, segment, query);
  return query.hydrate ? ((await hydrated(ctx, storeId, [node]))[0] ?? node) : node;
}

export async function listNodes(
  ctx: Context,
  storeId: string,
  query: z.output<typeof NodeQuery>,
): Promise<Page<Node>> {
  const page = await listPage(ctx, storeId, query);
  return query.hydrate ? { ...page, items: await hydrated(ctx, storeId, page.items) } : page;
}

/** The direct children of a node that the caller may see. */
export async function listChildren(
  ctx: Context,
  storeId: string,
  segment: string,
  query: z.output<typeof ChildrenQuery>,
): Promise<Page<Node>> {
  const parent = await visibleNode(ctx, storeId, segment, {});
  return listNodes(ctx, storeId, { ...query, parent_id: parent.id });
}

/** A node by any spelling of its lookup, whatever its status. */
export async function findNode(
  ctx: Context,
  storeId: string,
  segment: string,
): Promise<Stored<Node> | undefined> {
  return firstNode(ctx, storeId, segment, {}, () => true);
}

async function firstNode(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup,
  fits: (node: Node) => boolean | Promise<boolean>,
): Promise<Stored<Node> | undefined> {
  const lookup = parseLookup(storeId, segment, query);
  if (!lookup) return undefined;
  const read = async (id: string | undefined) => {
    const node = id ? await nodes.find({ store_id: storeId, id }) : undefined;
    return node && (await fits(node)) ? node : undefined;
  };
  if (lookup.by === "id") return read(lookup.id);
  if (lookup.by === "key") return read(await idOfKey(storeId, lookup.key));
  const { slug, locale } = lookup;
  const inLanguage = async (language: string) => read(await idOfSlug(storeId, slug, language));
  // What is not for the caller to see must not stand before what the store's own language has.
  return (
    (locale ? await inLanguage(locale) : undefined) ??
    (await inLanguage(await defaultLanguage(ctx, storeId, "/v1/stores")))
  );
}

/** The media that a node refers to, and the write that demands that it still is as it was read. */
export async function mediaOfNode(
  storeId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const [node] = await readNodes(storeId, [id]);
  return node && { mediaIds: mediaInBlocks(node.blocks), unchanged: nodes.check(node) };
}

async function visibleNode(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup,
): Promise<Stored<Node>> {
  const isVisible = ({ status }: Node) => status === "ACTIVE" || ctx.may("READ", storeId);
  const node = await firstNode(ctx, storeId, segment, query, isVisible);
  if (!node) throw GENERAL.NOT_FOUND();
  return node;
}

async function listPage(
  ctx: Context,
  storeId: string,
  query: z.output<typeof NodeQuery>,
): Promise<Page<Stored<Node>>> {
  const seesAll = await ctx.may("READ", storeId);
  const wanted = query.statuses ?? (query.status ? [query.status] : STATUSES);
  const statuses = STATUSES.filter((status) => seesAll || status === "ACTIVE").filter((status) =>
    wanted.includes(status),
  );
  const parent = parentOf(query.parent_id);
  const filed = query.taxonomies ? await taxonomyFilter(ctx, storeId, query.taxonomies) : [];
  if (!filed || statuses.length === 0) return { items: [], cursor: null };
  const [rarest, ...others] = filed;
  const type = query.type === undefined ? undefined : facet("type", query.type);
  // The first is what a list begins with: a taxonomy is rarer than a type, and details have no rows to begin with.
  const facets = [rarest, type, ...others].filter((term) => term !== undefined);
  if (query.ids || query.key !== undefined) {
    const found = await readNodes(storeId, query.ids ?? (await idsOfKey(storeId, query.key)));
    const fitting = found.filter(
      (node) =>
        statuses.includes(node.status) &&
        (query.key === undefined || node.key === query.key) &&
        (parent === undefined || parent === (node.parent_id ?? "ROOT")) &&
        facets.every((term) => termsOf(node).includes(term)),
    );
    const texts = ({ key, slug }: Node) => [key, ...Object.values(slug)];
    return among(fitting, query, texts, [ctx.operation, storeId, seesAll]);
  }
  const partition = nodes.partition({ store_id: storeId });
  return listRecords(nodes, {
    ...listOptions(query),
    partition,
    lists: statuses.map((status) => [partition, ...(parent ? [parent] : []), status].join("#")),
    index: parent ? "child" : "list",
    everything: !parent && statuses.length === STATUSES.length,
    facets,
    idPrefix: "node",
    scope: [ctx.operation, seesAll],
  });
}

/** Nodes by id, strongly consistent, in the order asked; those that do not exist are left out. */
export async function readNodes(storeId: string, ids: string[]): Promise<Stored<Node>[]> {
  return nodes.batchGet(ids.map((id) => ({ store_id: storeId, id })));
}

async function idsOfKey(storeId: string, key: string | undefined): Promise<string[]> {
  const id = await idOfKey(storeId, key ?? "");
  return id ? [id] : [];
}

async function idOfKey(storeId: string, key: string): Promise<string | undefined> {
  const owner = key ? await nodeKeys.find({ store_id: storeId, key }) : undefined;
  return owner?.node_id;
}

async function idOfSlug(storeId: string, slug: string, locale: string): Promise<string | undefined> {
  const owner = await nodeSlugs.find({ store_id: storeId, locale, slug: slugName(slug) });
  return owner?.node_id;
}

function parentOf(parentId: string | undefined): string | undefined {
  if (parentId === undefined) return undefined;
  return parentId === "" || parentId === "null" ? "ROOT" : parentId;
}
