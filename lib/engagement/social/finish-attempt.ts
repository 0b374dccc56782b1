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

/** How an attempt ended. An unknown outcome is looked up further until it is `over`. */
type Ending =
  | { type: "published" }
  | { type: "failed"; code: string; message: string }
  | { type: "unknown"; code: string; message: string; over: boolean };

/** Ends an attempt together with its publication or reply. */
export async function finishAttempt(work: AttemptWork, ending: Ending): Promise<void> {
  const { ctx, held } = work;
  const code = "code" in ending ? ending.code : undefined;
  addToLogLine({ attempt: held.id, outcome: ending.type, code, provider_id: held.posted?.id ?? undefined });
  const worksWhileClosed = ending.type === "unknown" && !ending.over;
  const waits_until = ctx.now() + Math.max(1, retryTimes().every);
  const after: Attempt = worksWhileClosed
    ? { ...held, lease_until: 0, waits_until, due_at: waits_until }
    : endedAttempt(held);
  const { store_id, id: attempt_id } = held;
  // The tick comes once a minute; an earlier check needs a message.
  const soon =
    worksWhileClosed &&
    retryTimes().every < 60 &&
    enqueue(ctx, PublishStep, { store_id, attempt_id }, retryTimes().every);
  await saveAttempt(work, after, [
    ...(await outcome(ctx, held, ending)),
    ...claim(held, ending),
    ...(soon ? [soon] : []),
  ]);
}

/** Whether the publication still waits for this attempt. */
export async function isCurrentAttempt(held: Attempt): Promise<boolean> {
  if (held.kind === "reply") return true;
  const found = await publications.find({ store_id: held.store_id, id: held.publication_id });
  return found !== undefined && waitsFor(found, held);
}

function outcome(ctx: Context, held: Attempt, ending: Ending): Promise<Write[]> {
  return held.kind === "reply" ? replyWrites(ctx, held, ending) : publicationWrites(ctx, held, ending);
}

async function publicationWrites(ctx: Context, held: Attempt, ending: Ending): Promise<Write[]> {
  const before = await publications.find({ store_id: held.store_id, id: held.publication_id });
  if (!before || !waitsFor(before, held)) return [];
  const now = ctx.now();
  const ended = publicationLife.transition(
    { publication: before, attempt: held },
    ending.type === "published"
      ? { type: "posted", now }
      : { ...ending, type: ending.type === "failed" ? "failed" : "outcome unknown", now },
  );
  return transitionWrites(ctx, before, ended).writes;
}

// A post belongs to one attempt: look-ups of other attempts skip it.
function claim({ store_id, social_account_id, posted, id: attempt_id }: Attempt, { type }: Ending): Write[] {
  if (type !== "published" || !posted?.id) return [];
  return [posts.put({ store_id, social_account_id, provider_id: posted.id, attempt_id })];
}
