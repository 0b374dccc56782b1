import * as z from "zod";
import { anyCase, noRepeats, PageQuery, page } from "#core/http/page.ts";
import { expectedVersion, statusEntry, statusEntryView } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { JsonObject } from "#lib/content/blocks/schema.ts";

export const NEWSLETTER = "NEWSLETTER";

export const BLOCK_TYPES = [
  "TEXT",
  "NUMBER",
  "BOOLEAN",
  "DATE",
  "RELATIONSHIP",
  "GEO_LOCATION",
  "MEDIA",
  "SELECT",
  "MULTI_SELECT",
] as const;

export const STATUSES = ["DRAFT", "PUBLISHED"] as const;
export const PublishedStatus = z.enum(STATUSES);
export type PublishedStatus = z.output<typeof PublishedStatus>;

export const Id = z.string().min(1).max(200);
export const ShortText = z.string().trim().max(200);
const LongText = z.string().trim().max(5000);

export const StatusChange = statusEntry(PublishedStatus);
export type StatusChange = z.output<typeof StatusChange>;
export const StatusChangeView = statusEntryView(PublishedStatus);

/** The current status: the last of the history. */
export function statusOf({ statuses }: { statuses: StatusChange[] }): PublishedStatus {
  return statuses.at(-1)?.status ?? "DRAFT";
}

/** Status entries in a request: the last one is the requested status. */
export const Statuses = z.array(z.object({ status: anyCase(STATUSES) })).max(1000);

/** A block that the collection's entries have. */
export const BusinessCollectionBlock = z.object({
  id: z.string(),
  key: z.string().optional(),
  type: z.enum(BLOCK_TYPES),
  label: z.string(),
  required: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
});
export type BusinessCollectionBlock = z.output<typeof BusinessCollectionBlock>;
export const BusinessCollectionBlockView = BusinessCollectionBlock.pick({
  id: true,
  key: true,
  type: true,
  label: true,
  required: true,
  settings: true,
});

export const Settings = JsonObject.superRefine((settings, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  for (const name of ["min", "max"]) {
    if (settings[name] !== undefined && typeof settings[name] !== "number") refuse(name, "must be a number");
  }
  for (const name of ["minLength", "maxLength", "minValues", "maxValues"]) {
    const count = settings[name];
    const isCount = typeof count === "number" && Number.isInteger(count) && count >= 0;
    if (count !== undefined && !isCount) refuse(name, "must be a whole number from 0");
  }
  for (const [low, high] of [
    ["minLength", "maxLength"],
    ["min", "max"],
    ["minValues", "maxValues"],
  ] as const) {
    const [least, most] = [settings[low], settings[high]];
    if (typeof least === "number" && typeof most === "number" && least > most)
      refuse(low, `is above ${high}`);
  }
  const { options } = settings;
  const texts = Array.isArray(options) && options.every((option) => typeof option === "string");
  if (options !== undefined && !texts) refuse("options", "must be an array of strings");
});

const BlockDefinitionInput = z.object({
  id: Id.optional(),
  key: Id.optional(),
  type: anyCase(BLOCK_TYPES),
  label: ShortText.default(""),
  required: z.boolean().default(false),
  settings: Settings.default({}),
});

const Definitions = z.array(BlockDefinitionInput).max(100).superRefine(noRepeats("id", "key"));

const Price = z.object({
  amount: z.int().min(0).max(1e12),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "must be an ISO 4217 code")
    .toUpperCase(),
  interval: anyCase(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]).default("MONTHLY"),
});

export const NewsletterPlan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: Price,
  features: z.array(z.string()),
});
export type NewsletterPlan = z.output<typeof NewsletterPlan>;
export const NewsletterPlanView = NewsletterPlan.pick({
  id: true,
  name: true,
  description: true,
  features: true,
}).extend({
  price: Price.pick({ amount: true, currency: true, interval: true }),
});

const PlanInput = z.object({
  id: Id.optional(),
  name: ShortText.min(1),
  description: LongText.default(""),
  price: Price,
  features: z.array(ShortText).max(50).default([]),
});

/** Whether a newsletter counts the opens and clicks of its mails. */
const Tracking = z.object({ opens: z.boolean().default(true), clicks: z.boolean().default(false) });

export const Collection = z.object({
  id: z.string(),
  businessId: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  type: z.string(),
  blocks: z.array(BusinessCollectionBlock),
  statuses: z.array(StatusChange),
  plans: z.array(NewsletterPlan),
  tracking: Tracking.default({ opens: true, clicks: false }),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Collection = z.output<typeof Collection>;

export const BusinessCollectionView = Collection.pick({
  id: true,
  businessId: true,
  name: true,
  slug: true,
  description: true,
  type: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({
    blocks: z.array(BusinessCollectionBlockView),
    statuses: z.array(StatusChangeView),
    plans: z.array(NewsletterPlanView),
    tracking: Tracking.pick({ opens: true, clicks: true }),
    version: recordVersion(),
  })
  .meta({
    examples: [
      {
        id: "lcol_01j9z3k4m5n6p7q8r9s0t1v2w3",
        businessId: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        name: "Weekly roast",
        slug: "weekly-roast",
        description: "What we roast this week",
        type: NEWSLETTER,
        blocks: [
          { id: "subject", key: "subject", type: "TEXT", label: "Subject", required: true, settings: {} },
        ],
        statuses: [{ id: "st_1", status: "PUBLISHED", changedBy: "USER", timestamp: 1790000000 }],
        plans: [],
        tracking: { opens: true, clicks: false },
        createdAt: 1790000000,
        updatedAt: 1790000000,
      },
    ],
  });
export const BusinessCollectionPage = page(BusinessCollectionView);

const Type = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9_]{0,49}$/, "must be a word such as NEWSLETTER");
const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*([-_.][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u,
    "must be letters and digits with hyphens between",
  );
const fields = {
  slug: Slug.optional(),
  description: LongText.optional(),
  type: Type.optional(),
  blocks: Definitions.optional(),
  status: anyCase(STATUSES).optional(),
  statuses: Statuses.optional(),
  plans: z.array(PlanInput).max(20).superRefine(noRepeats("id")).optional(),
  tracking: z.object({ opens: z.boolean().nullish(), clicks: z.boolean().nullish() }).nullish(),
};

export const CreateBusinessCollection = z.object({ ...fields, name: ShortText.min(1) }).meta({
  examples: [
    {
      name: "Weekly roast",
      type: NEWSLETTER,
      blocks: [{ id: "subject", type: "TEXT", label: "Subject", required: true }],
      statuses: [{ status: "PUBLISHED" }],
      plans: [{ name: "Free", price: { amount: 0, currency: "USD", interval: "MONTHLY" } }],
    },
  ],
});
export const UpdateBusinessCollection = z
  .object({ ...fields, name: ShortText.min(1).optional(), version: expectedVersion })
  .meta({ examples: [{ description: "What we roast this week" }] });

export const CollectionQuery = PageQuery.extend({
  type: Type.optional(),
  status: anyCase(STATUSES).optional(),
});
export const SlugQuery = z.object({ slug: z.string().min(1).max(200).optional() });
