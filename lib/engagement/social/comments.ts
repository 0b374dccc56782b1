import { createHash } from "node:crypto";
import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet } from "#core/dynamo/terms.ts";
import { missingRecord } from "#core/errors.ts";
import { ID_ALPHABET, idFloor } from "#core/id.ts";
import { type ListSource, list, recordSource } from "#core/records/list.ts";
import type { AllCommentsQuery, Comment, CommentQuery } from "./comment-schema.ts";
import { existingPublication } from "./find.ts";
import type { RemoteComment } from "./port.ts";
import type { StoredPublication } from "./schema.ts";
import { comments } from "./table.ts";

const DIGEST_LENGTH = 16;

/**
 * The id of a comment, derived from its time and its id at the network, so that every sync computes the same id and ids
 * sort by time.
 */
export function commentId(publicationId: string, providerCommentId: string, createdAt: number): string {
  const digest = createHash("sha256").update(`${publicationId}\n${providerCommentId}`).digest();
  const rest = [...digest.subarray(0, DIGEST_LENGTH)].map((byte) => ID_ALPHABET[byte % 32]).join("");
  return `${idFloor("cmt", createdAt)}${rest}`;
}

/** The top-level comments of a publication, newest first. */
export async function listComments(
  ctx: Context,
  storeId: string,
  publicationId: string,
  query: z.output<typeof CommentQuery>,
): Promise<Page<Comment>> {
  await existingPublication(storeId, publicationId);
  return list(ctx, query, { source: commentsBelow(storeId, publicationId) });
}

export async function listAllComments(
  ctx: Context,
  storeId: string,
  { status, intent, priority, publication_id, ...query }: z.output<typeof AllCommentsQuery>,
): Promise<Page<Comment>> {
  const facets = { status, intent, priority, publication: publication_id };
  return list(ctx, query, {
    source: allComments(storeId),
    terms: Object.entries(facets).flatMap(([name, value]) =>
      value === undefined ? [] : [facet(name, value)],
    ),
  });
}

export function allComments(store_id: string): ListSource<Comment> {
  return recordSource(comments, "cmt", { store_id }, { coversPartition: true });
}

/** The comments of a publication, or the replies to a comment. */
export function commentsBelow(store_id: string, below: string): ListSource<Comment> {
  return recordSource(comments, "cmt", { store_id }, { below: true, lists: [{ below }] });
}

/** A stored comment of this publication; 404 for any other. */
export async function existingComment(
  storeId: string,
  publicationId: string,
  id: string,
): Promise<Stored<Comment>> {
  const found = await comments.get({ store_id: storeId, id }, missingRecord("comment"));
  if (found.publication_id !== publicationId) throw missingRecord("comment");
  return found;
}

/** The record of a comment from the network, with the fields that only the stored record has. */
export function commentOf(
  now: number,
  { id: publication_id, store_id, social_account_id, provider_type }: StoredPublication,
  remote: RemoteComment,
  place: Pick<Comment, "parent_comment_id" | "depth"> & { root: string | null },
  before: Stored<Comment> | undefined,
): Comment {
  const id = before?.id ?? commentId(publication_id, remote.id, remote.createdAt);
  const shown = before && before.replied_at !== null ? "replied" : "open";
  const status = remote.hidden ? "hidden" : shown;
  const synced = {
    provider_parent_comment_id: remote.parentId,
    parent_comment_id: place.parent_comment_id,
    root_comment_id: place.root ?? id,
    depth: place.depth,
    author_name: remote.authorName,
    author_handle: remote.authorHandle,
    author_is_channel: remote.authorIsChannel,
    text: remote.text,
    status,
    has_more_replies: remote.replyCount > (before?.synced_reply_count ?? 0),
    last_synced_at: now,
  } as const;
  if (before) return { ...before, ...synced };
  return {
    ...NEW_COMMENT,
    id,
    store_id,
    publication_id,
    social_account_id,
    provider_type,
    provider_comment_id: remote.id,
    created_at: remote.createdAt,
    provider_created_at: remote.createdAt,
    ...synced,
  };
}

const NEW_COMMENT = {
  synced_reply_count: 0,
  thread_last_synced_at: null,
  reply_status: "none",
  reply_id: null,
  classification_intent: null,
  classification_priority: null,
  classification_confidence: null,
  classification_summary: null,
  classification_reason: null,
  suggested_reply: null,
  classification_model: null,
  classified_at: null,
  replied_at: null,
} as const;
