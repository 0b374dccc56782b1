import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { announceChange } from "#core/events.ts";
import { list } from "#core/records/list.ts";
import type { Comment, CommentQuery, CommentThread, SocialError } from "./comment-schema.ts";
import { commentsBelow, existingComment } from "./comments.ts";
import { withAccess } from "./credentials.ts";
import { existingPublication } from "./find.ts";
import { LIMITS } from "./limits.ts";
import { NetworkError, type RemotePage } from "./port.ts";
import { spendReads } from "./read-budget.ts";
import { networkOf } from "./registry.ts";
import { saveComments } from "./save-comments.ts";
import type { StoredPublication } from "./schema.ts";
import { comments } from "./table.ts";

/** Most pages of replies that are read from the network when a thread is opened. */
const MAX_PAGES = 5;

/** A comment with its replies, read from the network if it answers, else as stored. */
export async function readThread(
  ctx: Context,
  storeId: string,
  publicationId: string,
  commentId: string,
  query: z.output<typeof CommentQuery>,
): Promise<z.output<typeof CommentThread>> {
  const publication = await existingPublication(storeId, publicationId);
  const asked = await existingComment(storeId, publicationId, commentId);
  const root =
    asked.parent_comment_id === null
      ? asked
      : await existingComment(storeId, publicationId, asked.root_comment_id);
  const errors: SocialError[] = [];
  // Only the request for the first page reads from the network.
  const comment = query.cursor === undefined ? await refresh(ctx, publication, root, errors) : root;
  const page = await list(ctx, query, {
    source: commentsBelow(storeId, root.id),
    sort: { descending: false },
  });
  return { comment, items: page.items, cursor: page.cursor, errors };
}

async function refresh(
  ctx: Context,
  publication: StoredPublication,
  root: Comment,
  errors: SocialError[],
): Promise<Comment> {
  const network = await networkOf(publication.provider_type);
  const { listReplies } = network;
  const postId = publication.provider_post_id;
  if (!listReplies || !LIMITS[publication.provider_type].engagement.read_comments || !postId) return root;
  const { store_id, social_account_id } = publication;
  try {
    let cursor: string | null = null;
    let count = 0;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      await spendReads(ctx, publication.provider_type, social_account_id, 1);
      const from: string | null = cursor;
      const page: RemotePage = await withAccess(ctx, store_id, social_account_id, (caller) =>
        listReplies(caller, postId, root.provider_comment_id, from),
      );
      await saveComments(ctx, publication, page.comments, root);
      count += page.comments.length;
      cursor = page.cursor;
      if (cursor === null) break;
    }
    return await recordSync(ctx, root, count, cursor !== null);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    errors.push({
      publication_id: publication.id,
      comment_id: root.id,
      code: error.code,
      message: error.message,
    });
    return root;
  }
}

function recordSync(ctx: Context, { store_id, id }: Comment, count: number, more: boolean): Promise<Comment> {
  return withRetries(async () => {
    const before = await comments.find({ store_id, id }, ctx);
    if (!before) throw new Error(`The comment ${id} is gone.`);
    const after = {
      ...before,
      synced_reply_count: count,
      has_more_replies: more,
      thread_last_synced_at: ctx.now(),
    };
    await transact(ctx, announceChange(ctx, "comment.updated", comments, before, after).writes);
    return after;
  });
}
