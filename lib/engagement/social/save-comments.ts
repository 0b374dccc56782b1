import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import type { Comment } from "./comment-schema.ts";
import { commentId, commentOf } from "./comments.ts";
import type { RemoteComment } from "./port.ts";
import type { StoredPublication } from "./schema.ts";
import { comments } from "./table.ts";

/** Most stored comments that a sync compares with the network's list. */
const MAX_COMPARED = 500;
/** Deepest nesting of replies; deeper ones are stored at this depth. */
const MAX_DEPTH = 20;

/**
 * Stores comments from a network; writes only those that differ. A reply that was stored before its parent is moved
 * below it.
 */
export async function saveComments(
  ctx: Context,
  publication: StoredPublication,
  remote: readonly RemoteComment[],
  root: Comment | null = null,
): Promise<Comment[]> {
  const byId = new Map(remote.map((each) => [each.id, each]));
  const kept: Comment[] = [];
  for (const each of remote)
    kept.push(await saveComment(ctx, publication, each, positionOf(publication, each, byId, root)));
  return kept;
}

/**
 * Marks comments as deleted that their network no longer lists.
 *
 * @param listed ids of all listed comments
 * @param began when the listing started, in seconds: newer comments may be missing in it
 */
export async function markDeletedComments(
  ctx: Context,
  { store_id, id: below }: StoredPublication,
  listed: ReadonlySet<string>,
  began: number,
): Promise<void> {
  const partition = comments.child({ store_id, below });
  const { records } = await comments.query(partition, {
    index: "child_created",
    descending: true,
    limit: MAX_COMPARED,
  });
  const isGone = ({ id, status, last_synced_at }: Comment) =>
    !listed.has(id) && (status === "open" || status === "replied") && last_synced_at < began;
  for (const { id } of records.filter(isGone)) {
    await withRetries(async () => {
      const before = await comments.find({ store_id, id }, ctx);
      if (!before || !isGone(before)) return;
      await transact(
        ctx,
        announceChange(ctx, "comment.updated", comments, before, { ...before, status: "deleted" }).writes,
      );
    });
  }
}

type ThreadPosition = Pick<Comment, "parent_comment_id" | "depth"> & { root: string | null };

function positionOf(
  publication: StoredPublication,
  { parentId }: RemoteComment,
  byId: Map<string, RemoteComment>,
  root: Comment | null,
): ThreadPosition {
  if (parentId === null) return { parent_comment_id: null, depth: 0, root: null };
  const chain: RemoteComment[] = [];
  for (let next = byId.get(parentId); next && chain.length < MAX_DEPTH; next = byId.get(next.parentId ?? ""))
    chain.push(next);
  const idOf = ({ id, createdAt }: RemoteComment) => commentId(publication.id, id, createdAt);
  const [parent] = chain;
  const top = chain.at(-1);
  if (root) {
    const parent_comment_id = parent && parent.id !== root.provider_comment_id ? idOf(parent) : root.id;
    return {
      parent_comment_id,
      depth: Math.max(1, chain.filter(({ id }) => id !== root.provider_comment_id).length + 1),
      root: root.id,
    };
  }
  if (!parent || !top) return { parent_comment_id: null, depth: 0, root: null };
  return { parent_comment_id: idOf(parent), depth: chain.length, root: idOf(top) };
}

function saveComment(
  ctx: Context,
  publication: StoredPublication,
  remote: RemoteComment,
  place: ThreadPosition,
): Promise<Comment> {
  return withRetries(async () => {
    const key = {
      store_id: publication.store_id,
      id: commentId(publication.id, remote.id, remote.createdAt),
    };
    const before = await comments.find(key, ctx);
    const after = commentOf(ctx.now(), publication, remote, place, before);
    if (!before) {
      await transact(ctx, [comments.create(after), announce(ctx, "comment.created", comments, after)]);
      return after;
    }
    if (isUnchanged(before, after)) return before;
    await transact(ctx, announceChange(ctx, "comment.updated", comments, before, after).writes);
    return after;
  });
}

// Compares all fields except the time of the last sync.
function isUnchanged(before: Comment, after: Comment): boolean {
  return JSON.stringify({ ...before, last_synced_at: 0 }) === JSON.stringify({ ...after, last_synced_at: 0 });
}
