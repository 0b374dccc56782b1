import * as z from "zod";
import { anyCase, noRepeats, page } from "#core/http/page.ts";
import { expectedVersion, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { BlockProperties } from "#lib/content/blocks/schema.ts";

export const COLLECTION_FIELD_TYPES = [
  "text",
  "markdown",
  "number",
  "boolean",
  "date",
  "geo_location",
  "select",
  "media",
  "entry",
] as const;

const Id = z.string().min(1).max(100);

/** A field that the collection's entries have. */
export const CollectionField = z.object({
  id: z.string(),
  key: z.string(),
  type: z.enum(COLLECTION_FIELD_TYPES),
  required: z.boolean(),
  properties: z.record(z.string(), z.unknown()),
});
export type CollectionField = z.output<typeof CollectionField>;
export const CollectionFieldView = CollectionField.pick({
  id: true,
  key: true,
  type: true,
  required: true,
  properties: true,
});

/** `options` belong to a select field; with `localized`, a text or markdown field has texts by language. */
const FieldProperties = BlockProperties.safeExtend({
  localized: z.boolean().optional(),
  options: z.array(z.string().min(1).max(200)).max(200).optional(),
});
export type FieldProperties = z.output<typeof FieldProperties>;

/** Moves settings that are sent beside `properties` into it; `localized_text` becomes text with `localized`. */
function foldIntoProperties(sent: unknown): unknown {
  const { data } = z.record(z.string(), z.unknown()).safeParse(sent);
  if (!data) return sent;
  const { id, key, type, required, properties, ...more } = data;
  const [, base] = (typeof type === "string" && /^localized_(text|markdown)$/i.exec(type)) || [];
  const beside = { ...more, ...(base ? { localized: true } : {}) };
  if (Object.keys(beside).length === 0) return sent;
  const known = typeof properties === "object" && properties !== null ? properties : {};
  return {
    ...(id === undefined ? {} : { id }),
    ...(key === undefined ? {} : { key }),
    type: base ?? type,
    ...(required === undefined ? {} : { required }),
    properties: { ...beside, ...known },
  };
}

const FieldObject = z
  .object({
    id: Id.optional(),
    key: RecordKey,
    type: anyCase(COLLECTION_FIELD_TYPES),
    required: z.boolean().default(false),
    properties: FieldProperties.default({}),
  })
  .superRefine(({ type, properties }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: ["properties", name], message });
    if (properties.localized && type !== "text" && type !== "markdown")
      refuse("localized", "belongs to text and markdown fields only");
    const { options } = properties;
    if (type === "select" && !options?.length) refuse("options", "needs at least one option");
    if (options && new Set(options).size < options.length) refuse("options", "has an option twice");
  });
/** A field as it is sent. */
export const CollectionFieldInput = z.preprocess(foldIntoProperties, FieldObject);
export type CollectionFieldInput = z.output<typeof CollectionFieldInput>;

const Fields = z.array(CollectionFieldInput).max(100).superRefine(noRepeats("id", "key"));

export const STATUSES = ["active", "archived"] as const;
const Status = anyCase(STATUSES);

export const Collection = z.object({
  id: z.string(),
  key: z.string(),
  store_id: z.string(),
  fields: z.array(CollectionField),
  status: z.enum(STATUSES),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Collection = z.output<typeof Collection>;

/** A collection in events; `schema` repeats its `fields`. */
export const CollectionEvent = Collection.pick({
  id: true,
  key: true,
  store_id: true,
  status: true,
  created_at: true,
  updated_at: true,
}).extend({ fields: z.array(CollectionFieldView), schema: z.array(CollectionFieldView) });

export const CollectionView = CollectionEvent.extend({ version: recordVersion() }).meta({
  examples: [
    {
      id: "col_01j9z3k4m5n6p7q8r9s0t1v2w3",
      key: "articles",
      store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
      fields: [{ id: "title", key: "title", type: "text", required: true, properties: { localized: true } }],
      status: "active",
      created_at: 1790000000,
      updated_at: 1790000000,
    },
  ],
});

export type CollectionView = z.input<typeof CollectionView>;
export const CollectionPage = page(CollectionView);

export const CreateCollection = z
  .object({
    key: RecordKey,
    fields: Fields.default([]),
    /** Another name of `fields`. */
    schema: Fields.optional(),
    status: Status.optional(),
  })
  .meta({
    examples: [
      {
        key: "articles",
        fields: [{ key: "title", type: "text", required: true, properties: { localized: true } }],
      },
    ],
  });
export const UpdateCollection = z
  .object({
    version: expectedVersion,
    key: RecordKey.optional(),
    fields: Fields.optional(),
    schema: Fields.optional(),
    status: Status.optional(),
  })
  .meta({
    examples: [
      {
        fields: [
          { key: "title", type: "text", required: true, properties: { localized: true } },
          { key: "teaser", type: "text" },
        ],
      },
    ],
  });

export const CollectionQuery = RecordQuery.extend({ status: Status.optional() });
