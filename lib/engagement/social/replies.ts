import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { hash } from "#core/seal.ts";
import { newAttempt } from "./attempt-record.ts";
import type { Attempt } from "./attempt-schema.ts";
import type { Comment, CommentReply, HiddenComment, ReplyToComment } from "./comment-schema.ts";
import { existingComment } from "./comments.ts";
import { withAccess } from "./credentials.ts";
import { COMMENT, SOCIAL } from "./errors.ts";
import { existingPublication } from "./find.ts";
import { LIMITS } from "./limits.ts";
import { NetworkError } from "./port.ts";
import { networkOf } from "./registry.ts";
import type { ProviderType, StoredPublication } from "./schema.ts";
import { attempts, comments } from "./table.ts";
import { attemptWrites } from "./transition-writes.ts";

const RUNNING_STATUSES = ["requested", "processing"];

/** Queues a reply to a comment; repeated requests with one `reply_id` send one reply. */
export async function replyToComment(
  ctx: Context,
  storeId: string,
  publicationId: string,
  commentId: string,
  { text, reply_id }: z.output<typeof ReplyToComment>,
): Promise<z.output<typeof CommentReply>> {
  const publication = await existingPublication(storeId, publicationId);
  const { provider_type } = publication;
  if (!LIMITS[provider_type].engagement.reply_to_comments)
    throw notSupported("Replying to comments", provider_type);
  const before = await existingComment(storeId, publicationId, commentId);
  const id = `reply.${reply_id ? hash(`${commentId}\n${reply_id}`) : newId("rep", ctx.clock())}`;
  const known = reply_id ? await attempts.find({ store_id: storeId, id }) : undefined;
  if (known) {
    if (known.content.text !== text) throw COMMENT.REPLY_ID_REUSED();
    return replyView(before, known);
  }
  if (RUNNING_STATUSES.includes(before.reply_status)) throw COMMENT.REPLY_RUNNING();
  const attempt = await replyAttempt(ctx, id, publication, before, text);
  const after: typeof before = { ...before, reply_status: "requested", reply_id: id };
  return transact(
    ctx,
    [
      ...announceChange(ctx, "comment.updated", comments, before, after).writes,
      ...attemptWrites(ctx, attempt),
    ],
    replyView(after, attempt),
  );
}

async function replyAttempt(
  ctx: Context,
  id: string,
  { id: publication_id, store_id, social_account_id, provider_type, provider_post_id }: StoredPublication,
  comment: Comment,
  text: string,
) {
  const root =
    comment.root_comment_id === comment.id
      ? comment
      : await existingComment(store_id, publication_id, comment.root_comment_id);
  const own = {
    id,
    kind: "reply" as const,
    store_id,
    publication_id,
    number: 1,
    social_account_id,
    provider_type,
    content: {
      text,
      stored_comment_id: comment.id,
      comment_id: comment.provider_comment_id,
      root_id: root.provider_comment_id,
      post_id: provider_post_id ?? "",
    },
  };
  return newAttempt(own, ctx.now());
}

/** Hides a comment on its network, or shows it again. */
export async function hideComment(
  ctx: Context,
  storeId: string,
  publicationId: string,
  commentId: string,
  hidden: boolean,
): Promise<z.output<typeof HiddenComment>> {
  const { provider_type, social_account_id } = await existingPublication(storeId, publicationId);
  const { hide } = await networkOf(provider_type);
  if (!hide || !LIMITS[provider_type].engagement.hide_comments)
    throw notSupported("Hiding comments", provider_type);
  const { provider_comment_id } = await existingComment(storeId, publicationId, commentId);
  await withAccess(ctx, storeId, social_account_id, (caller) =>
    hide(caller, provider_comment_id, hidden),
  ).catch((error: unknown) => throwApiError(ctx, error));
  const before = await existingComment(storeId, publicationId, commentId);
  const shownStatus = before.replied_at === null ? ("open" as const) : ("replied" as const);
  const after: typeof before = { ...before, status: hidden ? "hidden" : shownStatus };
  if (after.status === before.status) return { comment: before };
  return transact(ctx, announceChange(ctx, "comment.updated", comments, before, after).writes, {
    comment: after,
  });
}

/** Turns a network's refusal into an error for the caller. */
function throwApiError(ctx: Context, error: unknown): never {
  if (!(error instanceof NetworkError)) throw error;
  if (error.trouble === "reconnect") throw SOCIAL.RECONNECT_REQUIRED();
  if (error.trouble === "limited") {
    const reset = error.resetAt(ctx.now()) ?? 0;
    throw SOCIAL.QUOTA({ reset: reset > 0 ? new Date(reset * 1000).toISOString() : "later" });
  }
  throw SOCIAL.NETWORK_ERROR({ message: `${error.code}: ${error.message}`.slice(0, 300) });
}

function notSupported(what: string, type: ProviderType): Error {
  return SOCIAL.NOT_SUPPORTED({ what, network: LIMITS[type].display_name });
}

function replyView(comment: Comment, { id, posted }: Attempt): z.output<typeof CommentReply> {
  const initialStatus = posted ? ("succeeded" as const) : ("requested" as const);
  const { reply_id, reply_status } = comment;
  const status = reply_id === id && reply_status !== "none" ? reply_status : initialStatus;
  const { id: provider_comment_id = null, url: provider_comment_url = null } = posted ?? {};
  return {
    comment,
    reply: { reply_id: id.slice("reply.".length), provider_comment_id, provider_comment_url, status },
  };
}
