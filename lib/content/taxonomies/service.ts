import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet, narrowingFacet } from "#core/dynamo/terms.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type FieldError, fieldError, validationFailed } from "#core/errors.ts";
import { requestedParent } from "#core/records/list.ts";
import type { VisibilityFilter } from "#core/records/lookup.ts";
import type { KeyQuery } from "#core/records/schema.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isDeletionRunning, readTaxonomies, withoutOrphans } from "./ancestors.ts";
import { checkEntries } from "./entries.ts";
import { taxonomyKind } from "./kind.ts";
import {
  MAX_FIELD_VALUES,
  scalarsOf,
  type Taxonomy,
  type TaxonomyEntry,
  type TaxonomyEntryInput,
  type TaxonomyField,
  type TaxonomyFilter,
  type TaxonomyQuery,
  taxonomyTerms,
} from "./schema.ts";
import { taxonomies } from "./table.ts";

/** A taxonomy by id or key, whatever its status. */
export async function findTaxonomy(storeId: string, segment: string): Promise<Stored<Taxonomy> | undefined> {
  return taxonomyKind.find(storeId, segment, {}, { visible: await withoutDeleted(storeId) });
}

/** A taxonomy by id or key. Archived ones are for those who may READ the store. */
export async function getTaxonomy(
  ctx: Context,
  storeId: string,
  segment: string,
  query: z.output<typeof KeyQuery> = {},
): Promise<Stored<Taxonomy>> {
  return taxonomyKind.get(ctx, storeId, segment, query, { visible: await withoutDeleted(storeId) });
}

export async function listTaxonomies(
  ctx: Context,
  storeId: string,
  query: z.output<typeof TaxonomyQuery>,
): Promise<Page<Taxonomy>> {
  return taxonomyKind.list(ctx, storeId, query, {
    source: { parent: requestedParent(query.parent_id) },
    visible: await withoutDeleted(storeId),
  });
}

export async function listChildren(
  ctx: Context,
  storeId: string,
  segment: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Taxonomy>> {
  const parent = await getTaxonomy(ctx, storeId, segment);
  return listTaxonomies(ctx, storeId, { ...query, parent_id: parent.id });
}

/** What `checkTaxonomyEntries` returns for a record with taxonomy entries. */
interface CheckedEntries {
  /** The entries in their stored form. */
  entries: TaxonomyEntry[];
  /** Conditions for the record's transaction: the taxonomies still exist. */
  checks: Write[];
}

/**
 * Checks the taxonomy entries of a record such as a node or product: each taxonomy exists in the store, and each value
 * fits its schema. Throws a 400 with the path of every failure.
 *
 * @param field the record's field that holds the entries
 */
export async function checkTaxonomyEntries(
  _ctx: Context,
  storeId: string,
  given: TaxonomyEntryInput[],
  field = "taxonomies",
): Promise<CheckedEntries> {
  if (given.length === 0) return { entries: [], checks: [] };
  const isDeleting = await isDeletionRunning(storeId);
  const ids = [...new Set(given.map(({ taxonomy_id }) => taxonomy_id))];
  const known = await withoutOrphans(storeId, await readTaxonomies(storeId, ids), isDeleting);
  const { entries, errors } = checkEntries(given, known, field);
  if (errors.length === 0 && taxonomyTerms(entries).values.length > MAX_FIELD_VALUES)
    errors.push(tooManyError(field));
  if (errors.length > 0) throw validationFailed(errors);
  const checks = known.map(({ id }) =>
    taxonomies.checkExists({ store_id: storeId, id }, validationFailed([missingError(field)])),
  );
  return { entries, checks };
}

/**
 * The search terms for a list filtered by taxonomies; `undefined` when no record can match, because a taxonomy is
 * hidden or has no such field.
 */
export async function taxonomyFilter(
  ctx: Context,
  storeId: string,
  filters: TaxonomyFilter[],
): Promise<string[] | undefined> {
  const [seesAll, isDeleting] = await sideBySide([ctx.may("READ", storeId), isDeletionRunning(storeId)]);
  const ids = [...new Set(filters.map(({ taxonomy_id }) => taxonomy_id))];
  const found = await withoutOrphans(storeId, await readTaxonomies(storeId, ids), isDeleting);
  const facets: string[] = [];
  const details: string[] = [];
  for (const { taxonomy_id, fields } of filters) {
    const taxonomy = found.find(({ id, status }) => id === taxonomy_id && (seesAll || status === "active"));
    if (!taxonomy) return undefined;
    facets.push(facet("taxonomy", taxonomy_id));
    for (const { id, key, value } of fields) {
      const field = taxonomy.schema.find((one) => (id === undefined ? one.key === key : one.id === id));
      if (!field) return undefined;
      for (const scalar of scalarsOf(value))
        details.push(narrowingFacet(`${taxonomy_id}:${field.id}`, asTyped(field.type, scalar)));
    }
  }
  return [...new Set([...facets, ...details])];
}

// In a query, numbers and booleans are often texts: `3.50` is the number 3.5.
function asTyped(type: TaxonomyField["type"], value: string | number | boolean): string | number | boolean {
  if (typeof value !== "string") return value;
  if (type === "boolean") return value.toLowerCase();
  return type === "number" && value.trim() !== "" ? Number(value) : value;
}

// Call it before reading the taxonomies; otherwise a deletion that ends between the two reads is missed.
async function withoutDeleted(storeId: string): Promise<VisibilityFilter<Taxonomy>> {
  const isDeleting = await isDeletionRunning(storeId);
  return (found) => withoutOrphans(storeId, found, isDeleting);
}

function tooManyError(field: string): FieldError {
  return fieldError(field, `has more than ${MAX_FIELD_VALUES} values`);
}

function missingError(field: string): FieldError {
  return fieldError(field, "names a taxonomy that does not exist");
}
