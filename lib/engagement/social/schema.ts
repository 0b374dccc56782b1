import * as z from "zod";
import { anyCase, nonBlankText, PageQuery, page } from "#core/http/page.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";

export const PROVIDER_TYPES = [
  "facebook_page",
  "instagram_business",
  "youtube_channel",
  "tiktok_account",
  "x_account",
  "sandbox",
] as const;
export const ProviderType = z.enum(PROVIDER_TYPES);
export type ProviderType = z.output<typeof ProviderType>;

/** The content of a post as the caller sent it; each network uses its own fields. */
export const Content = z
  .record(z.string().max(100), z.unknown())
  .refine((content) => JSON.stringify(content).length <= 100_000, "must have at most 100,000 characters");
export type Content = z.output<typeof Content>;

/** A text field of content; empty if it is missing. */
export function textIn(content: Content, field: string): string {
  const value = content[field];
  return typeof value === "string" ? value : "";
}

export const PUBLICATION_STATUSES = [
  "draft",
  "scheduled",
  "publishing",
  "published",
  "failed",
  "unknown",
  "cancelled",
] as const;
export const PublicationStatus = z.enum(PUBLICATION_STATUSES);
export type PublicationStatus = z.output<typeof PublicationStatus>;

const ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";

export const Publication = z
  .object({
    id: z.string(),
    store_id: z.string(),
    social_account_id: z.string(),
    key: z.string(),
    status: PublicationStatus,
    content: z.record(z.string(), z.unknown()),
    scheduled_at: z.int().nullable(),
    published_at: z.int().nullable(),
    provider_post_id: z.string().nullable(),
    provider_post_url: z.string().nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
    attempt_count: z.int(),
    last_attempt_at: z.int().nullable(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({
    examples: [
      {
        id: `pub_${ID}`,
        store_id: `store_${ID}`,
        social_account_id: `social_${ID}`,
        key: `pub_${ID}`,
        status: "published",
        content: { type: "sandbox", text: "Guji, washed, is back." },
        scheduled_at: null,
        published_at: 1790000012,
        provider_post_id: "post_1",
        provider_post_url: "https://social.example/posts/post_1",
        error_code: null,
        error_message: null,
        attempt_count: 1,
        last_attempt_at: 1790000010,
        created_at: 1790000000,
        updated_at: 1790000012,
      },
    ],
  });
export type Publication = z.output<typeof Publication>;

export const PublicationView = Publication.extend({ version: recordVersion() });

/** A stored publication, with the network of its account. */
export const StoredPublication = Publication.extend({ provider_type: ProviderType });
export type StoredPublication = z.output<typeof StoredPublication>;

export const PublicationPage = page(PublicationView);

export const PublicationQuery = PageQuery.extend({
  status: anyCase(PUBLICATION_STATUSES).optional(),
  social_account_id: z.string().min(1).max(200).optional(),
  query: z.string().max(200).optional(),
});

export const PublicationProblem = z.object({ field: z.string(), error: z.string(), message: z.string() });
export type PublicationProblem = z.output<typeof PublicationProblem>;

export const PublicationValidation = z.object({
  valid: z.boolean(),
  errors: z.array(PublicationProblem),
  warnings: z.array(PublicationProblem),
});
export type PublicationValidation = z.output<typeof PublicationValidation>;

const Moment = z.number();
const account = z.string().min(1).max(200);
const EXAMPLE = {
  social_account_id: `social_${ID}`,
  content: { type: "sandbox", text: "Guji, washed, is back." },
};

export const ValidateContent = z
  .object({ social_account_id: account, content: Content, scheduled_at: Moment.nullish() })
  .meta({ examples: [EXAMPLE] });

export const CreatePublication = z
  .object({
    social_account_id: account,
    content: Content,
    key: nonBlankText(100).nullish(),
    scheduled_at: Moment.nullish(),
    publish: z.boolean().nullish(),
  })
  .meta({ examples: [EXAMPLE] });

export const UpdatePublication = z
  .object({
    version: expectedVersion,
    social_account_id: account.nullish(),
    content: Content.nullish(),
    key: nonBlankText(100).nullish(),
    /** Null turns a scheduled publication back into a draft. */
    scheduled_at: Moment.nullable().optional(),
  })
  .meta({ examples: [{ content: EXAMPLE.content }] });

export const SchedulePublication = z
  .object({ scheduled_at: Moment, confirm_not_posted: z.boolean().nullish() })
  .meta({ examples: [{ scheduled_at: 1790003600 }] });

export const PublishNow = z
  .object({ confirm_not_posted: z.boolean().nullish() })
  .meta({ examples: [{ confirm_not_posted: false }] });

export const PublicationResult = z.object({
  publication: PublicationView,
  validation: PublicationValidation,
  publish_requested: z.boolean(),
});
export type PublicationResult = z.input<typeof PublicationResult>;

export const STEP_STATUSES = [
  "requested",
  "processing",
  "succeeded",
  "rejected",
  "failed",
  "unknown",
] as const;

export const PublicationStepView = z.object({
  attempt: z.int(),
  sequence: z.int(),
  type: z.string(),
  irreversible: z.boolean(),
  status: z.enum(STEP_STATUSES),
  tries: z.int(),
  intent_at: z.int().nullable(),
  lease_until: z.int().nullable(),
  handle: z.string().nullable(),
  provider_code: z.string().nullable(),
  provider_status: z.string().nullable(),
  updated_at: z.int(),
});
export type PublicationStepView = z.output<typeof PublicationStepView>;
export const PublicationStepList = z.object({ items: z.array(PublicationStepView) });

/** Message that makes a worker continue an attempt. */
export const AttemptMessage = z.object({ store_id: z.string(), attempt_id: z.string() });
export type AttemptMessage = z.output<typeof AttemptMessage>;
export const StepMessage = z.union([
  AttemptMessage,
  z.object({ store_id: z.string(), publication_id: z.string() }),
]);
export type StepMessage = z.output<typeof StepMessage>;

/** Message that makes a worker delete the records of a deleted account or publication. */
export const RemovalMessage = z.union([
  z.object({ kind: z.literal("account"), store_id: z.string(), social_account_id: z.string() }),
  z.object({ kind: z.literal("publication"), store_id: z.string(), publication_id: z.string() }),
]);
export type RemovalMessage = z.output<typeof RemovalMessage>;
