import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announceChange } from "#core/events.ts";
import type { Attempt } from "./attempt-schema.ts";
import type { Comment } from "./comment-schema.ts";
import { comments } from "./table.ts";

const REPLY_STATUS = {
  begun: "processing",
  published: "succeeded",
  failed: "failed",
  unknown: "unknown",
} as const;

/** The writes that set the reply status of a comment. */
export async function replyWrites(
  ctx: Context,
  { store_id, id, content }: Attempt,
  { type }: { type: keyof typeof REPLY_STATUS },
): Promise<Write[]> {
  const before = await comments.find({ store_id, id: String(content.stored_comment_id) }, ctx);
  const reply_status = REPLY_STATUS[type];
  if (!before || before.reply_id !== id || before.reply_status === reply_status) return [];
  const replied = type === "published";
  const status: Comment["status"] = replied && before.status === "open" ? "replied" : before.status;
  const after = { ...before, reply_status, status, replied_at: replied ? ctx.now() : before.replied_at };
  return announceChange(ctx, "comment.updated", comments, before, after).writes;
}
