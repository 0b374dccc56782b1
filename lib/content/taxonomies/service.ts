import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords, type Page } from "#core/dynamo/list.ts";
import { detail, facet } from "#core/dynamo/terms.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type FieldError, GENERAL, validationFailed } from "#core/errors.ts";
import { parseLookup } from "#core/records/lookup.ts";
import { among } from "#lib/content/blocks/among.ts";
import { checkEntries } from "./entries.ts";
import { beingCut, readTaxonomies, withoutOrphans } from "./lineage.ts";

import {
  filedUnder,
  MAX_DETAILS,
  scalarsOf,
  type Taxonomy,
  type TaxonomyEntry,
  type TaxonomyEntryInput,
  type TaxonomyField,
  type TaxonomyFilter,
  type TaxonomyQuery,
} from "./schema.ts";
import { taxonomies, taxonomyKeys } from "./table.ts";

const STATUSES = ["active", "archived"] as const;

/** A taxonomy by any spelling of its lookup, whatever its status. */
export async function findTaxonomy(
  storeId: string,
  segment: string,
  query: { key?: string | undefined } = {},
): Promise<Stored<Taxonomy> | undefined> {
  const lookup = parseLookup(storeId, segment, query);
  if (!lookup || lookup.by === "slug") return undefined;
  const cut = await beingCut(storeId);
  const id = lookup.by === "id" ? lookup.id : await idOfKey(storeId, lookup.key);
  const found = id ? await taxonomies.find({ store_id: storeId, id }) : undefined;
  const [visible] = await withoutOrphans(storeId, found ? [found] : [], cut);
  return visible;
}

/** A taxonomy by id or key. Archived ones are for those who may READ the store. */
export async function getTaxonomy(
  ctx: Context,
  storeId: string,
  segment: string,
  query: { key?: string | undefined } = {},
): Promise<Stored<Taxonomy>> {
  const taxonomy = await findTaxonomy(storeId, segment, query);
  const visible = taxonomy && (taxonomy.status === "active" || (await ctx.may("READ", storeId)));
  if (!visible) throw GENERAL.NOT_FOUND();
  return taxonomy;
}

export async function listTaxonomies(
  ctx: Context,
  storeId: string,
  query: z.output<typeof TaxonomyQuery>,
): Promise<Page<Taxonomy>> {
  const [seesAll, cut] = await Promise.all([ctx.may("READ", storeId), beingCut(storeId)]);
  const visible = STATUSES.filter((status) => seesAll || status === "active");
  const statuses = visible.filter((status) => query.status === undefined || query.status === status);
  const parent = parentOf(query.parent_id);
  if (query.ids || query.key !== undefined) {
    const ids = query.ids ?? [await idOfKey(storeId, query.key ?? "")].filter((id) => id !== undefined);
    const found = await withoutOrphans(storeId, await readTaxonomies(storeId, ids), cut);
    const fits = ({ status, parent_id, key }: Taxonomy) =>
      statuses.includes(status) &&
      (parent === undefined || parent === (parent_id ?? "ROOT")) &&
      (query.key === undefined || query.key === key);
    return among(found.filter(fits), query, ({ key }) => [key], [ctx.operation, storeId, seesAll]);
  }
  const partition = taxonomies.partition({ store_id: storeId });
  const lists = statuses.map((status) => [partition, ...(parent ? [parent] : []), status].join("#"));
  const page = await listRecords(taxonomies, {
    ...listOptions(query),
    partition,
    lists,
    index: parent ? "child" : "list",
    everything: !parent && statuses.length === STATUSES.length,
    idPrefix: "tax",
    scope: [ctx.operation, seesAll],
  });
  return { ...page, items: await withoutOrphans(storeId, page.items, cut) };
}

/** The direct children of a taxonomy that the caller may see. */
export async function listChildren(
  ctx: Context,
  storeId: string,
  segment: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Taxonomy>> {
  const parent = await getTaxonomy(ctx, storeId, segment);
  return listTaxonomies(ctx, storeId, { ...query, parent_id: parent.id });
}

/** What `checkTaxonomyEntries` gives for the record that carries the entries. */
export interface FiledUnder {
  /** As they are to be stored. */
  entries: TaxonomyEntry[];
  /** For the record's transaction: the taxonomies are still there when it commits. */
  checks: Write[];
}

/**
 * Checks what a record (a node, product, service or provider) says of itself as one of some taxonomies: each exists in
 * the store, each value fits the taxonomy's schema. Throws a 400 with the path of every failure.
 *
 * @param field the record's field that holds the entries
 */
export async function checkTaxonomyEntries(
  _ctx: Context,
  storeId: string,
  given: TaxonomyEntryInput[],
  field = "taxonomies",
): Promise<FiledUnder> {
  if (given.length === 0) return { entries: [], checks: [] };
  const cut = await beingCut(storeId);
  const ids = [...new Set(given.map(({ taxonomy_id }) => taxonomy_id))];
  const known = await withoutOrphans(storeId, await readTaxonomies(storeId, ids), cut);
  const { entries, errors } = checkEntries(given, known, field);
  if (errors.length === 0 && filedUnder(entries).values.length > MAX_DETAILS) errors.push(tooMany(field));
  if (errors.length > 0) throw validationFailed(errors);
  const checks = known.map(({ id }) =>
    taxonomies.checkExists({ store_id: storeId, id }, validationFailed([missing(field)])),
  );
  return { entries, checks };
}

/** The term of every record that is filed under a taxonomy. */
function taxonomyFacet(taxonomyId: string): string {
  return facet("taxonomy", taxonomyId);
}

/**
 * The terms that a list filtered by taxonomies needs; `undefined` when there can be no such record, because the caller
 * sees no such taxonomy or it has no such field.
 */
export async function taxonomyFilter(
  ctx: Context,
  storeId: string,
  filters: TaxonomyFilter[],
): Promise<string[] | undefined> {
  const [seesAll, cut] = await Promise.all([ctx.may("READ", storeId), beingCut(storeId)]);
  const ids = [...new Set(filters.map(({ taxonomy_id }) => taxonomy_id))];
  const found = await withoutOrphans(storeId, await readTaxonomies(storeId, ids), cut);
  const facets: string[] = [];
  const details: string[] = [];
  for (const { taxonomy_id, fields } of filters) {
    const taxonomy = found.find(({ id, status }) => id === taxonomy_id && (seesAll || status === "active"));
    if (!taxonomy) return undefined;
    facets.push(taxonomyFacet(taxonomy_id));
    for (const { id, key, value } of fields) {
      const field = taxonomy.schema.find((one) => (id === undefined ? one.key === key : one.id === id));
      if (!field) return undefined;
      for (const scalar of scalarsOf(value))
        details.push(detail(`${taxonomy_id}:${field.id}`, asTyped(field.type, scalar)));
    }
  }
  return [...new Set([...facets, ...details])];
}

// In a query numbers and truths are easily texts: `3.50` is the number 3.5.
function asTyped(type: TaxonomyField["type"], value: string | number | boolean): string | number | boolean {
  if (typeof value !== "string") return value;
  if (type === "boolean") return value.toLowerCase();
  return type === "number" && value.trim() !== "" ? Number(value) : value;
}

function parentOf(parentId: string | undefined): string | undefined {
  if (parentId === undefined) return undefined;
  return parentId === "" || parentId === "null" ? "ROOT" : parentId;
}

async function idOfKey(storeId: string, key: string): Promise<string | undefined> {
  const owner = key ? await taxonomyKeys.find({ store_id: storeId, key }) : undefined;
  return owner?.taxonomy_id;
}

function tooMany(field: string): FieldError {
  return { field, message: `has more than ${MAX_DETAILS} values`, error: "FIELD.VALIDATION_FAILED" };
}

function missing(field: string): FieldError {
  return { field, message: "names a taxonomy that does not exist", error: "FIELD.VALIDATION_FAILED" };
}
