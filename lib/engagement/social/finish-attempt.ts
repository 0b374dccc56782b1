import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { addToLogLine } from "#core/log-context.ts";
import { endedAttempt } from "./attempt-record.ts";
import type { Attempt } from "./attempt-schema.ts";
import { type AttemptWork, saveAttempt } from "./attempt-work.ts";
import { publicationLife, waitsFor } from "./lifecycle.ts";
import { PublishStep } from "./messages.ts";
import { replyWrites } from "./reply-outcome.ts";
import { posts, publications } from "./table.ts";
import { retryTimes } from "./times.ts";
import { transitionWrites } from "./transition-writes.ts";

/** How an attempt ended. Look-ups of an unknown outcome continue, unless `over` says that their time is up. */
type Ending =
  | { type: "published" }
  | { type: "failed"; code: string; message: string }
  | { type: "unknown"; code: string; message: string; over: boolean };

/** Ends an attempt and records the outcome in its publication or comment. */
export async function finishAttempt(work: AttemptWork, ending: Ending): Promise<void> {
  const { ctx, attempt } = work;
  const code = "code" in ending ? ending.code : undefined;
  addToLogLine({
    attempt: attempt.id,
    outcome: ending.type,
    code,
    provider_id: attempt.posted?.id ?? undefined,
  });
  const isUndecided = ending.type === "unknown" && !ending.over;
  const waits_until = ctx.now() + Math.max(1, retryTimes().every);
  const after: Attempt = isUndecided
    ? { ...attempt, lease_until: 0, waits_until, due_at: waits_until }
    : endedAttempt(attempt);
  const { store_id, id: attempt_id } = attempt;
  // The scheduled worker runs once a minute, so an earlier check needs a message.
  const earlyCheck =
    isUndecided &&
    retryTimes().every < 60 &&
    enqueue(ctx, PublishStep, { store_id, attempt_id }, retryTimes().every);
  await saveAttempt(work, after, [
    ...(await outcomeWrites(ctx, attempt, ending)),
    ...claimWrites(attempt, ending),
    ...(earlyCheck ? [earlyCheck] : []),
  ]);
}

/** Whether the publication still waits for this attempt. */
export async function isCurrentAttempt(attempt: Attempt): Promise<boolean> {
  if (attempt.kind === "reply") return true;
  const found = await publications.find({ store_id: attempt.store_id, id: attempt.publication_id });
  return found !== undefined && waitsFor(found, attempt);
}

function outcomeWrites(ctx: Context, attempt: Attempt, ending: Ending): Promise<Write[]> {
  return attempt.kind === "reply"
    ? replyWrites(ctx, attempt, ending)
    : publicationWrites(ctx, attempt, ending);
}

async function publicationWrites(ctx: Context, attempt: Attempt, ending: Ending): Promise<Write[]> {
  const before = await publications.find({ store_id: attempt.store_id, id: attempt.publication_id });
  if (!before || !waitsFor(before, attempt)) return [];
  const now = ctx.now();
  const ended = publicationLife.transition(
    { publication: before, attempt },
    ending.type === "published"
      ? { type: "posted", now }
      : { ...ending, type: ending.type === "failed" ? "failed" : "outcome unknown", now },
  );
  return transitionWrites(ctx, before, ended).writes;
}

// Makes the post belong to this attempt, so that look-ups of other attempts skip it.
function claimWrites(
  { store_id, social_account_id, posted, id: attempt_id }: Attempt,
  { type }: Ending,
): Write[] {
  if (type !== "published" || !posted?.id) return [];
  return [posts.put({ store_id, social_account_id, provider_id: posted.id, attempt_id })];
}
