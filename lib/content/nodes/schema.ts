import * as z from "zod";
import {
  anyCase,
  nonBlankText,
  PageQuery,
  page,
  queryBoolean,
  queryList,
  queryParent,
} from "#core/http/page.ts";
import { expectedVersion, LookupQuery, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { Block, BlockInputs, BlockView, SlugMap } from "#lib/content/blocks/schema.ts";
import {
  TaxonomyEntries,
  TaxonomyEntry,
  TaxonomyEntryView,
  TaxonomyFilterQuery,
  taxonomyTerms,
} from "#lib/content/taxonomies/schema.ts";

export const MAX_LEVELS = 20;

export const STATUSES = ["ACTIVE", "ARCHIVED"] as const;
const Status = anyCase(STATUSES);

export const Node = z.object({
  id: z.string(),
  key: z.string(),
  store_id: z.string(),
  parent_id: z.string().nullable(),
  type: z.string(),
  slug: z.record(z.string(), z.string()),
  blocks: z.array(Block),
  taxonomies: z.array(TaxonomyEntry),
  status: z.enum(STATUSES),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Node = z.output<typeof Node>;

export const NodeView = Node.pick({
  id: true,
  key: true,
  store_id: true,
  parent_id: true,
  type: true,
  slug: true,
  status: true,
  created_at: true,
  updated_at: true,
})
  .extend({ blocks: z.array(BlockView), taxonomies: z.array(TaxonomyEntryView), version: recordVersion() })
  .meta({
    examples: [
      {
        id: "node_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "home",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        parent_id: null,
        type: "page",
        slug: { en: "home", de: "start" },
        blocks: [
          {
            id: "title",
            key: "title",
            type: "LOCALIZED_TEXT",
            properties: { maxValues: 1 },
            value: [{ en: "Welcome", de: "Willkommen" }],
          },
        ],
        taxonomies: [],
        status: "ACTIVE",
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export const NodePage = page(NodeView);

/** The search terms for a node's taxonomies and their field values. */
export function taxonomyTermsOf({ taxonomies }: Node): ReturnType<typeof taxonomyTerms> {
  return taxonomyTerms(taxonomies);
}

const fields = {
  parent_id: z.string().min(1).max(200).nullish(),
  type: nonBlankText(100)
    .regex(/^[\w.-]+$/, "must be a word such as page")
    .optional(),
  slug: SlugMap.optional(),
  blocks: BlockInputs.optional(),
  taxonomies: TaxonomyEntries.optional(),
  status: Status.optional(),
};

export const CreateNode = z.object({ ...fields, key: RecordKey }).meta({
  examples: [
    {
      key: "home",
      slug: { en: "home", de: "start" },
      blocks: [{ key: "title", type: "LOCALIZED_TEXT", value: [{ en: "Welcome", de: "Willkommen" }] }],
    },
  ],
});
export const UpdateNode = z
  .object({ ...fields, key: RecordKey.optional(), version: expectedVersion })
  .meta({ examples: [{ parent_id: null, status: "ACTIVE" }] });

const hydrate = queryBoolean.optional();
const Statuses = queryList.pipe(z.array(Status).min(1));

export const NodeQuery = RecordQuery.extend({
  /** An id; `null` finds nodes without a parent. */
  parent_id: queryParent.optional(),
  type: z.string().max(100).optional(),
  statuses: Statuses.optional(),
  status: Status.optional(),
  taxonomies: TaxonomyFilterQuery.optional(),
  hydrate,
});
export const ChildrenQuery = PageQuery.extend({ hydrate });
export const NodeLookup = LookupQuery.safeExtend({ hydrate });
