// What people say below posts: read, sorted, answered and hidden.

import { GENERAL } from "#core/errors.ts";
import { get, post, routes } from "#core/http/contract.ts";
import {
  AllCommentsQuery,
  ClassifyComments,
  ClassifyResult,
  CommentPage,
  CommentQuery,
  CommentReply,
  CommentThread,
  EngagementSyncResult,
  HiddenComment,
  HideComment,
  ReplyToComment,
  SyncEngagement,
} from "#lib/engagement/social/comment-schema.ts";
import { COMMENT, SOCIAL } from "#lib/engagement/social/errors.ts";
import { PublicationMetricsByDay } from "#lib/engagement/social/metrics-schema.ts";

const NOT_FOUND_ERRORS = [GENERAL.NOT_FOUND];

export const comments = routes("engagement/comments", "/v1/stores/{storeId}/social-publications", {
  listAllComments: get("/comments", {
    summary: "Comments of all publications, newest first",
    needs: "READ",
    query: AllCommentsQuery,
    returns: CommentPage,
    extension: true,
  }),
  listComments: get("/{publicationId}/comments", {
    summary: "Top-level comments of a publication, newest first",
    needs: "READ",
    query: CommentQuery,
    returns: CommentPage,
    errors: NOT_FOUND_ERRORS,
  }),
  readThread: get("/{publicationId}/comments/{commentId}/thread", {
    summary: "A comment and its replies, read from the network",
    needs: "READ",
    query: CommentQuery,
    returns: CommentThread,
    errors: NOT_FOUND_ERRORS,
    emits: ["comment.created", "comment.updated", "social_account.reconnect_required"],
    uses: ["table:write", "credentials", "apps"],
    timeout: 29,
  }),
  replyToComment: post("/{publicationId}/comments/{commentId}/reply", {
    summary: "Queue a reply to a comment; it is sent at most once",
    description: "The same `reply_id` is sent only once.",
    needs: "WRITE",
    body: ReplyToComment,
    returns: CommentReply,
    errors: [...NOT_FOUND_ERRORS, SOCIAL.NOT_SUPPORTED, COMMENT.REPLY_RUNNING, COMMENT.REPLY_ID_REUSED],
    emits: ["comment.updated"],
  }),
  hideComment: post("/{publicationId}/comments/{commentId}/hide", {
    summary: "Hide a comment at its network, or show it again",
    needs: "WRITE",
    body: HideComment,
    returns: HiddenComment,
    errors: [
      ...NOT_FOUND_ERRORS,
      SOCIAL.NOT_SUPPORTED,
      SOCIAL.NETWORK_ERROR,
      SOCIAL.QUOTA,
      SOCIAL.RECONNECT_REQUIRED,
      SOCIAL.NOT_CONFIGURED,
    ],
    emits: ["comment.updated", "social_account.reconnect_required"],
    uses: ["table:write", "credentials", "apps"],
    timeout: 29,
    extension: true,
  }),
  syncEngagement: post("/engagement/sync", {
    summary: "Read comments and metrics from the networks, within bounds",
    needs: "WRITE",
    body: SyncEngagement,
    returns: EngagementSyncResult,
    errors: [SOCIAL.NOT_CONFIGURED],
    emits: ["comment.created", "comment.updated", "social_account.reconnect_required"],
    uses: ["table:write", "credentials", "apps"],
    timeout: 29,
  }),
  classifyComments: post("/comments/classify", {
    summary: "Classify comments",
    needs: "WRITE",
    body: ClassifyComments,
    returns: ClassifyResult,
    errors: NOT_FOUND_ERRORS,
    emits: ["comment.updated"],
    uses: ["table:write", "ai:invoke"],
    timeout: 29,
  }),
  getPublicationMetrics: get("/{publicationId}/metrics", {
    summary: "The latest metrics of a publication",
    needs: "READ",
    returns: PublicationMetricsByDay,
    errors: NOT_FOUND_ERRORS,
  }),
});
