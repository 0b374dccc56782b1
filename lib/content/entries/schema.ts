import * as z from "zod";
import { anyCase, page, queryBoolean } from "#core/http/page.ts";
import { expectedVersion, LookupQuery, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { Json, SlugMap } from "#lib/content/blocks/schema.ts";
import { COLLECTION_FIELD_TYPES } from "#lib/content/collections/schema.ts";

export const ENTRY_FIELD_TYPES = [...COLLECTION_FIELD_TYPES, "localized_text", "localized_markdown"] as const;

/** A stored field; `type` decides the shape of `value`. */
export const EntryField = z.object({
  type: z.enum(ENTRY_FIELD_TYPES),
  field_id: z.string(),
  key: z.string(),
  value: z.unknown(),
});
export type EntryField = z.output<typeof EntryField>;
export const EntryFieldView = EntryField.pick({ type: true, field_id: true, key: true, value: true });

export const STATUSES = ["active", "draft", "archived"] as const;
const Status = anyCase(STATUSES);

export const Entry = z.object({
  id: z.string(),
  store_id: z.string(),
  collection_id: z.string(),
  key: z.string(),
  slug: z.record(z.string(), z.string()),
  fields: z.array(EntryField),
  status: z.enum(STATUSES),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Entry = z.output<typeof Entry>;

/** An entry that an answer shows instead of a reference to it. */
export const PlainEntry = Entry.pick({
  id: true,
  store_id: true,
  collection_id: true,
  key: true,
  slug: true,
  status: true,
  created_at: true,
  updated_at: true,
}).extend({ fields: z.array(EntryFieldView) });

/** An entry in events; `blocks` repeats its `fields`. */
export const EntryEvent = PlainEntry.extend({
  blocks: z.array(EntryField.pick({ key: true, type: true, value: true }).extend({ id: z.string() })),
});

export const EntryView = EntryEvent.extend({ version: recordVersion() }).meta({
  examples: [
    {
      id: "entry_01j9z3k4m5n6p7q8r9s0t1v2w3",
      store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
      collection_id: "col_01j9z3k4m5n6p7q8r9s0t1v2w3",
      key: "first-roast",
      slug: { en: "first-roast", de: "erste-roestung" },
      fields: [
        {
          type: "localized_text",
          field_id: "title",
          key: "title",
          value: { en: "First roast", de: "Erste Röstung" },
        },
      ],
      status: "active",
      created_at: 1790000000,
      updated_at: 1790000000,
    },
  ],
});

export type EntryView = z.input<typeof EntryView>;
export const EntryPage = page(EntryView);

const STORED_FIELDS = {
  type: z.string().max(50).optional(),
  field_id: z.string().max(200).optional(),
  id: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
  value: Json.optional(),
};
/** A field or block in a request; properties that an entry does not store are refused. */
const FieldInput = z
  .looseObject(STORED_FIELDS)
  .superRefine((sent, context) => {
    for (const [name, value] of Object.entries(sent)) {
      const says = typeof value === "object" ? Object.keys(value ?? {}).length > 0 : value !== undefined;
      if (name in STORED_FIELDS || !says) continue;
      const params = { error: "FIELD.UNKNOWN" };
      const message = "is not kept by an entry: say it in the field of its collection";
      context.addIssue({ code: "custom", path: [name], message, params });
    }
  })
  .transform(
    ({ type, field_id, id, key, value }): EntryFieldInput => ({ type, field_id: field_id ?? id, key, value }),
  );
export interface EntryFieldInput {
  type?: string | undefined;
  field_id?: string | undefined;
  key?: string | undefined;
  value?: unknown;
}

const Fields = z.array(FieldInput).max(200);

export const CreateEntry = z
  .object({
    collection_id: z.string().min(1).max(200),
    key: RecordKey,
    fields: Fields.default([]),
    /** Another name of `fields`, with `id` for `field_id`. */
    blocks: Fields.optional(),
    slug: SlugMap.optional(),
    status: Status.optional(),
  })
  .meta({
    examples: [
      {
        collection_id: "col_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "first-roast",
        slug: { en: "first-roast" },
        fields: [{ type: "localized_text", key: "title", value: { en: "First roast" } }],
      },
    ],
  });
export const UpdateEntry = z
  .object({
    version: expectedVersion,
    key: RecordKey.optional(),
    fields: Fields.optional(),
    blocks: Fields.optional(),
    slug: SlugMap.optional(),
    status: Status.optional(),
  })
  .meta({ examples: [{ fields: [{ key: "title", value: { en: "First roast" } }] }] });

const hydrate = queryBoolean.optional();

export const EntryQuery = RecordQuery.extend({
  collection_id: z.string().max(200).optional(),
  status: Status.optional(),
  hydrate,
});
export const EntryLookup = LookupQuery.safeExtend({
  collection_id: z.string().min(1).max(200).optional(),
  hydrate,
});
