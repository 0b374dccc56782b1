import * as z from "zod";
import { anyCase, nonBlankText, PageQuery, page } from "#core/http/page.ts";
import { PublicationMetrics } from "./metrics-schema.ts";
import { ProviderType } from "./schema.ts";

export const INTENTS = ["lead", "support", "complaint", "question", "praise", "spam", "general"] as const;
export type Intent = (typeof INTENTS)[number];
export const PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];
export const COMMENT_STATUSES = ["open", "replied", "hidden", "deleted"] as const;
export const REPLY_STATUSES = ["none", "requested", "processing", "succeeded", "failed", "unknown"] as const;

const ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";

export const Comment = z.object({
  id: z.string(),
  store_id: z.string(),
  publication_id: z.string(),
  social_account_id: z.string(),
  provider_type: ProviderType,
  provider_comment_id: z.string(),
  provider_parent_comment_id: z.string().nullable(),
  parent_comment_id: z.string().nullable(),
  root_comment_id: z.string(),
  depth: z.int(),
  synced_reply_count: z.int(),
  has_more_replies: z.boolean(),
  thread_last_synced_at: z.int().nullable(),
  author_name: z.string(),
  author_handle: z.string().nullable(),
  author_is_channel: z.boolean(),
  text: z.string(),
  status: z.enum(COMMENT_STATUSES),
  reply_status: z.enum(REPLY_STATUSES),
  /** Id of the attempt of the last reply, which may be running. */
  reply_id: z.string().nullable(),
  classification_intent: z.enum(INTENTS).nullable(),
  classification_priority: z.enum(PRIORITIES).nullable(),
  classification_confidence: z.number().nullable(),
  classification_summary: z.string().nullable(),
  classification_reason: z.string().nullable(),
  suggested_reply: z.string().nullable(),
  classification_model: z.string().nullable(),
  classified_at: z.int().nullable(),
  created_at: z.int(),
  provider_created_at: z.int(),
  last_synced_at: z.int(),
  replied_at: z.int().nullable(),
});
export type Comment = z.output<typeof Comment>;

export const CommentView = Comment.pick({
  id: true,
  store_id: true,
  publication_id: true,
  social_account_id: true,
  provider_type: true,
  provider_comment_id: true,
  provider_parent_comment_id: true,
  parent_comment_id: true,
  root_comment_id: true,
  depth: true,
  synced_reply_count: true,
  has_more_replies: true,
  thread_last_synced_at: true,
  author_name: true,
  author_handle: true,
  author_is_channel: true,
  text: true,
  status: true,
  reply_status: true,
  reply_id: true,
  classification_intent: true,
  classification_priority: true,
  classification_confidence: true,
  classification_summary: true,
  classification_reason: true,
  suggested_reply: true,
  classification_model: true,
  classified_at: true,
  created_at: true,
  provider_created_at: true,
  last_synced_at: true,
  replied_at: true,
}).meta({
  examples: [
    {
      id: `cmt_${ID}`,
      store_id: `store_${ID}`,
      publication_id: `pub_${ID}`,
      social_account_id: `social_${ID}`,
      provider_type: "sandbox",
      provider_comment_id: "c_1",
      provider_parent_comment_id: null,
      parent_comment_id: null,
      root_comment_id: `cmt_${ID}`,
      depth: 0,
      synced_reply_count: 0,
      has_more_replies: false,
      thread_last_synced_at: null,
      author_name: "Grace",
      author_handle: null,
      author_is_channel: false,
      text: "When do you open?",
      status: "open",
      reply_status: "none",
      reply_id: null,
      classification_intent: "question",
      classification_priority: "normal",
      classification_confidence: 0.6,
      classification_summary: "When do you open?",
      classification_reason: "Words: when.",
      suggested_reply: null,
      classification_model: "embedded-default",
      classified_at: 1790000100,
      created_at: 1790000060,
      provider_created_at: 1790000060,
      last_synced_at: 1790000090,
      replied_at: null,
    },
  ],
});

export const CommentPage = page(CommentView);
export const CommentQuery = PageQuery;
export const AllCommentsQuery = PageQuery.extend({
  status: anyCase(COMMENT_STATUSES).optional(),
  intent: anyCase(INTENTS).optional(),
  priority: anyCase(PRIORITIES).optional(),
  publication_id: z.string().min(1).max(200).optional(),
});

/** An error that concerns only one part of a request. */
export const SocialError = z.object({
  publication_id: z.string().nullable(),
  comment_id: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});
export type SocialError = z.output<typeof SocialError>;

export const CommentThread = z.object({
  comment: CommentView,
  items: z.array(CommentView),
  cursor: z.string().nullable(),
  errors: z.array(SocialError),
});

export const ReplyToComment = z
  .object({
    text: nonBlankText(10_000),
    reply_id: z
      .string()
      .regex(/^[\w.-]{1,100}$/, "must be 1 to 100 letters, digits, _ . -")
      .nullish(),
  })
  .meta({ examples: [{ text: "We open at eight." }] });

export const CommentReply = z.object({
  comment: CommentView,
  reply: z.object({
    reply_id: z.string(),
    provider_comment_id: z.string().nullable(),
    provider_comment_url: z.string().nullable(),
    status: z.enum(REPLY_STATUSES).exclude(["none"]),
  }),
});

export const HideComment = z.object({ hidden: z.boolean() }).meta({ examples: [{ hidden: true }] });
export const HiddenComment = z.object({ comment: CommentView });

const boundedInt = (most: number) => z.int().min(1).max(most).nullish();

export const SyncEngagement = z
  .object({
    publication_ids: z.array(z.string().max(200)).max(100).nullish(),
    max_publications: boundedInt(100),
    max_comment_pages_per_publication: boundedInt(10),
    max_comments_per_publication: boundedInt(500),
    sync_metrics: z.boolean().nullish(),
  })
  .meta({ examples: [{ max_publications: 20, sync_metrics: true }] });

export const EngagementSyncResult = z.object({
  publications_scanned: z.int(),
  comment_pages_scanned: z.int(),
  comments_synced: z.int(),
  metrics_synced: z.int(),
  comments: z.array(CommentView),
  metrics: z.array(PublicationMetrics),
  skipped_publication_ids: z.array(z.string()),
  errors: z.array(SocialError),
  /** The most that the network may charge for this request, in US dollars. */
  estimated_cost_usd: z.number(),
  /** The publication at which the time was up; null if all were synced. */
  stopped_at_publication_id: z.string().nullable(),
});
export type EngagementSyncResult = z.output<typeof EngagementSyncResult>;

export const ClassifyComments = z
  .object({
    publication_id: z.string().min(1).max(200).nullish(),
    force: z.boolean().nullish(),
    limit: z.int().min(1).max(100).nullish(),
  })
  .meta({ examples: [{ limit: 20 }] });

export const ClassifyResult = z.object({
  comments_scanned: z.int(),
  comments_classified: z.int(),
  comments_skipped: z.int(),
  comments: z.array(CommentView),
  skipped_comment_ids: z.array(z.string()),
  errors: z.array(SocialError),
});
export type ClassifyResult = z.output<typeof ClassifyResult>;
