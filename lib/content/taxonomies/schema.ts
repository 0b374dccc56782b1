import * as z from "zod";
import { anyCase, noRepeats, PageQuery, page, queryParent } from "#core/http/page.ts";
import { expectedVersion, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { Json } from "#lib/content/blocks/schema.ts";
import { Place } from "#lib/content/forms/schema.ts";

const TAXONOMY_FIELD_TYPES = ["text", "number", "boolean", "geo_location"] as const;

export const MAX_LEVELS = 20;
/** Most taxonomies of one record. */
const MAX_TAXONOMIES = 8;
/** Most field values of one record's taxonomies: each becomes a search term. */
export const MAX_FIELD_VALUES = 40;
/** Most characters of a text value, all of which are part of its search term. */
const MAX_TEXT = 180;

const Text = z.string().min(1).max(MAX_TEXT);
const Id = z.string().min(1).max(100);

/** A field by which the records of a taxonomy can be filtered. */
export const TaxonomyField = z.object({
  type: z.enum(TAXONOMY_FIELD_TYPES),
  id: z.string(),
  key: z.string(),
  /** Allowed values of a text field; without a list, all are allowed. */
  value: z.array(z.string()).optional(),
  /** Least number of values of a text field; range of a number field. */
  min: z.number().optional(),
  max: z.number().optional(),
});
export type TaxonomyField = z.output<typeof TaxonomyField>;
export const TaxonomyFieldView = TaxonomyField.pick({
  type: true,
  id: true,
  key: true,
  value: true,
  min: true,
  max: true,
});

const TaxonomyFieldInput = z
  .object({
    type: anyCase(TAXONOMY_FIELD_TYPES),
    id: Id.optional(),
    key: RecordKey,
    value: z.array(Text).max(200).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .superRefine(({ type, value, min, max }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (type !== "text" && value) refuse("value", "belongs to text fields only");
    if (type !== "text" && type !== "number" && min !== undefined)
      refuse("min", "belongs to text and number fields only");
    if (type !== "number" && max !== undefined) refuse("max", "belongs to number fields only");
    if (min !== undefined && max !== undefined && min > max) refuse("min", "is above max");
    if (type === "text" && min !== undefined && (!Number.isInteger(min) || min < 0))
      refuse("min", "must be a count of values");
    if (value && new Set(value).size < value.length) refuse("value", "has a value twice");
    if (value?.length && type === "text" && min !== undefined && min > value.length)
      refuse("min", "is more than there are values");
  });
export type TaxonomyFieldInput = z.output<typeof TaxonomyFieldInput>;

const Schema = z.array(TaxonomyFieldInput).max(50).superRefine(noRepeats("id", "key"));

export const STATUSES = ["active", "archived"] as const;
const Status = anyCase(STATUSES);

export const Taxonomy = z.object({
  id: z.string(),
  key: z.string(),
  store_id: z.string(),
  parent_id: z.string().nullable(),
  schema: z.array(TaxonomyField),
  status: z.enum(STATUSES),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Taxonomy = z.output<typeof Taxonomy>;

export const TaxonomyView = Taxonomy.pick({
  id: true,
  key: true,
  store_id: true,
  parent_id: true,
  status: true,
  created_at: true,
  updated_at: true,
})
  .extend({ schema: z.array(TaxonomyFieldView), version: recordVersion() })
  .meta({
    examples: [
      {
        id: "tax_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "coffee",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        parent_id: null,
        schema: [{ type: "text", id: "roast", key: "roast", value: ["light", "dark"], min: 1 }],
        status: "active",
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export const TaxonomyPage = page(TaxonomyView);

const fields = {
  parent_id: z.string().min(1).max(200).nullish(),
  schema: Schema.optional(),
  status: Status.optional(),
};

export const CreateTaxonomy = z.object({ ...fields, key: RecordKey }).meta({
  examples: [{ key: "coffee", schema: [{ type: "text", key: "roast", value: ["light", "dark"] }] }],
});
export const UpdateTaxonomy = z
  .object({ ...fields, key: RecordKey.optional(), version: expectedVersion })
  .meta({ examples: [{ parent_id: null, status: "active" }] });

export const TaxonomyQuery = RecordQuery.extend({
  /** An id; `null` finds taxonomies without a parent. */
  parent_id: queryParent.optional(),
  status: Status.optional(),
});
export const ChildrenQuery = PageQuery;

const EntryField = z.object({
  type: z.enum(TAXONOMY_FIELD_TYPES),
  id: z.string(),
  key: z.string(),
  value: z.unknown(),
});

/** A record's stored values for one taxonomy. */
export const TaxonomyEntry = z.object({ taxonomy_id: z.string(), fields: z.array(EntryField) });
export type TaxonomyEntry = z.output<typeof TaxonomyEntry>;
export const TaxonomyEntryView = TaxonomyEntry.pick({ taxonomy_id: true }).extend({
  fields: z.array(EntryField.pick({ type: true, id: true, key: true, value: true })),
});

/**
 * The search terms of a record's taxonomies, for the `terms` of its entity: one for each taxonomy and one for each
 * field value.
 */
export function taxonomyTerms(entries: TaxonomyEntry[]): {
  taxonomies: string[];
  values: { name: string; value: string | number | boolean }[];
} {
  const values = entries.flatMap(({ taxonomy_id, fields: own }) =>
    own.flatMap(({ id, value }) =>
      scalarsOf(value).map((scalar) => ({ name: `${taxonomy_id}:${id}`, value: scalar })),
    ),
  );
  return { taxonomies: entries.map(({ taxonomy_id }) => taxonomy_id), values };
}

/** The values of a field in the form that filters compare; a place becomes its coordinates. */
export function scalarsOf(value: unknown): (string | number | boolean)[] {
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((item: unknown) => {
    const place = Place.safeParse(item).data;
    if (place) return `${place.coordinates.lat},${place.coordinates.lon}`;
    return typeof item === "string" || typeof item === "number" || typeof item === "boolean" ? item : [];
  });
}

export const TaxonomyEntryInput = z.object({
  taxonomy_id: z.string().min(1).max(200),
  fields: z
    .array(
      z.object({
        type: z.string().max(50).optional(),
        id: z.string().max(200).optional(),
        key: z.string().max(200).optional(),
        value: Json.optional(),
      }),
    )
    .max(50)
    .default([]),
});
export type TaxonomyEntryInput = z.output<typeof TaxonomyEntryInput>;

export const TaxonomyEntries = z.array(TaxonomyEntryInput).max(MAX_TAXONOMIES);

const Value = z.union([z.string(), z.number(), z.boolean(), Place]);

const Filter = z.object({
  taxonomy_id: z
    .string()
    .min(1)
    .max(200)
    .refine((id) => id.isWellFormed(), "is not well-formed Unicode"),
  fields: z
    .array(
      z
        .object({
          id: z.string().max(200).optional(),
          key: z.string().max(200).optional(),
          value: z.union([Value, z.array(Value).min(1).max(MAX_FIELD_VALUES)], {
            error: "must be a text, a number, true or false, a place, or an array of these",
          }),
        })
        .refine(({ id, key }) => (id ?? key) !== undefined, {
          path: ["key"],
          message: "is required, or an id",
          params: { error: "FIELD.REQUIRED_MISSING" },
        }),
    )
    .max(20)
    .default([]),
});
export type TaxonomyFilter = z.output<typeof Filter>;

/**
 * A filter by taxonomies in a query, all of which must match: ids (`a,b`), or JSON `[{"taxonomy_id": "…", "fields":
 * [{"key": "roast", "value": ["light"]}]}]`.
 */
export const TaxonomyFilterQuery = z
  .string()
  .transform((text, context): unknown => {
    if (!/^\s*[[{]/.test(text)) {
      const ids = text.split(",").map((id) => id.trim());
      return ids.filter(Boolean).map((taxonomy_id) => ({ taxonomy_id }));
    }
    try {
      // If the parameter is repeated, its JSON values arrive joined: `[…],[…]`.
      const lists: unknown[] = JSON.parse(`[${text}]`);
      return lists.flat().map((item) => (typeof item === "string" ? { taxonomy_id: item } : item));
    } catch {
      const message =
        'must be ids (a,b), or JSON such as [{"taxonomy_id":"…","fields":[{"key":"…","value":"…"}]}]';
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  })
  .pipe(z.array(Filter).min(1).max(MAX_TAXONOMIES));
