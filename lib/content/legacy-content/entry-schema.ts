import * as z from "zod";
import { anyCase, nonBlankText, noRepeats, PageQuery, page } from "#core/http/page.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { Json, JsonObject, Locale } from "#lib/content/blocks/schema.ts";
import {
  BLOCK_TYPES,
  Id,
  Settings,
  ShortText,
  STATUSES,
  StatusChange,
  StatusChangeView,
  Statuses,
} from "./schema.ts";

/** A stored block; `type` decides the shape of `value`. */
export const BusinessEntryBlock = z.object({
  id: z.string(),
  key: z.string().optional(),
  type: z.enum(BLOCK_TYPES),
  properties: z.record(z.string(), z.unknown()).optional(),
  value: z.unknown(),
});
export type BusinessEntryBlock = z.output<typeof BusinessEntryBlock>;
export const BusinessEntryBlockView = BusinessEntryBlock.pick({
  id: true,
  key: true,
  type: true,
  properties: true,
  value: true,
});

/** A block in a request, named by its id or only by its key. */
const EntryBlockInput = z
  .object({
    id: Id.optional(),
    key: Id.optional(),
    type: anyCase(BLOCK_TYPES).optional(),
    properties: JsonObject.optional(),
    value: Json.optional(),
  })
  .refine(({ id, key }) => (id ?? key) !== undefined, {
    path: ["id"],
    message: "is required, or a key",
    params: { error: "FIELD.REQUIRED_MISSING" },
  });
export type EntryBlockInput = z.output<typeof EntryBlockInput>;

export const Entry = z.object({
  id: z.string(),
  businessId: z.string(),
  owner: z.string(),
  locale: z.string(),
  blocks: z.array(BusinessEntryBlock),
  statuses: z.array(StatusChange),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Entry = z.output<typeof Entry>;

export const BusinessEntryView = Entry.pick({
  id: true,
  businessId: true,
  owner: true,
  locale: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({
    blocks: z.array(BusinessEntryBlockView),
    statuses: z.array(StatusChangeView),
    version: recordVersion(),
  })
  .meta({
    examples: [
      {
        id: "lent_01j9z3k4m5n6p7q8r9s0t1v2w3",
        businessId: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        owner: "collection:lcol_01j9z3k4m5n6p7q8r9s0t1v2w3",
        locale: "en",
        blocks: [{ id: "subject", key: "subject", type: "TEXT", properties: {}, value: "Ethiopia is back" }],
        statuses: [{ id: "st_1", status: "PUBLISHED", changedBy: "USER", timestamp: 1790000000 }],
        createdAt: 1790000000,
        updatedAt: 1790000000,
      },
    ],
  });
export const BusinessEntryPage = page(BusinessEntryView);

const Owner = z
  .string()
  .max(200)
  .regex(
    /^(collection|order|reservation):[\w-]+$/,
    "must be collection:<id>, order:<id> or reservation:<id>",
  );
const entryFields = {
  collectionId: Id.nullish(),
  owner: Owner.optional(),
  locale: Locale.optional(),
  status: anyCase(STATUSES).optional(),
  statuses: Statuses.optional(),
};
const EntryBlocks = z.array(EntryBlockInput).max(200);

export const CreateBusinessEntry = z
  .object({ ...entryFields, blocks: EntryBlocks.default([]) })
  .refine(({ collectionId, owner }) => collectionId || owner, {
    path: ["collectionId"],
    message: "is required, or an owner",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({
    examples: [
      {
        collectionId: "lcol_01j9z3k4m5n6p7q8r9s0t1v2w3",
        locale: "en",
        blocks: [{ id: "subject", type: "TEXT", value: "Ethiopia is back" }],
        statuses: [{ status: "PUBLISHED" }],
      },
    ],
  });
export const UpdateBusinessEntry = z
  .object({ ...entryFields, blocks: EntryBlocks.optional(), version: expectedVersion })
  .meta({ examples: [{ blocks: [{ id: "subject", type: "TEXT", value: "Ethiopia is back" }] }] });

export const EntryQuery = PageQuery.extend({
  collectionId: Id.optional(),
  owner: Owner.optional(),
  status: anyCase(STATUSES).optional(),
});
const BlockToFill = z.object({
  id: Id,
  type: anyCase(BLOCK_TYPES),
  label: ShortText.default(""),
  settings: Settings.default({}),
});
export const GenerateBlocks = z
  .object({
    prompt: nonBlankText(8000),
    blocks: z.array(BlockToFill).min(1).max(50).superRefine(noRepeats("id")),
  })
  .meta({
    examples: [
      {
        prompt: "A washed coffee from Ethiopia, floral, for filter",
        blocks: [{ id: "subject", type: "TEXT", settings: { maxLength: 80 } }],
      },
    ],
  });
const GeneratedBlock = BusinessEntryBlock.pick({ id: true, type: true, value: true });
export type GeneratedBlock = z.output<typeof GeneratedBlock>;
export const GeneratedBlocks = z.object({
  blocks: z.array(GeneratedBlock),
  /** The model that wrote the blocks, or `embedded` for blocks without a model. */
  generator: z.object({
    provider: z.enum(["bedrock", "embedded"]),
    model: z.string(),
    note: z.string().optional(),
  }),
});

/** The options in a definition's settings, if any. */
export function optionsIn({ options }: Record<string, unknown>): string[] {
  return Array.isArray(options) ? options.filter((option) => typeof option === "string") : [];
}

export const NewsletterVariable = z.object({
  name: z.string(),
  placeholder: z.string(),
  description: z.string(),
  example: z.string(),
});
export type NewsletterVariable = z.output<typeof NewsletterVariable>;
export const NewsletterVariables = z.object({ variables: z.array(NewsletterVariable) });

const COLLECTION_PREFIX = "collection:";

/** The `owner` of the entries of a collection. */
export function collectionOwner(collectionId: string): string {
  return `${COLLECTION_PREFIX}${collectionId}`;
}

/** The id or slug of the collection that an `owner` names; `undefined` if it names something else. */
export function collectionOf(owner: string): string | undefined {
  return owner.startsWith(COLLECTION_PREFIX) ? owner.slice(COLLECTION_PREFIX.length) : undefined;
}
