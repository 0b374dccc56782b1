import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { sendNow } from "#core/queue/send.ts";
import { RECHECK_AFTER } from "./attempt-record.ts";
import { PublishStep } from "./messages.ts";
import { attempts, publications } from "./table.ts";
import { LOOK_AHEAD_SECONDS } from "./transition-writes.ts";

/**
 * A run more than 65 seconds before a publication's time queues a message for 1 second after that time. A
 * later run that is still before that time queues one for 10 seconds after it.
 */
const EARLY_RUN_SECONDS = 65;
const LATE_RUN_DELAY = 10;

type Key = { store_id: string; id: string };

/**
 * Queues a message for each publication at its time, and another a little later, in case a run, a message or a worker
 * was lost. An overdue publication gets one at once.
 */
export const duePublications = dueWork(publications, queuePublication, { ahead: LOOK_AHEAD_SECONDS });

/** Queues a message for each attempt that has stalled. */
export const stalledAttempts = dueWork(attempts, queueStalledAttempt);

async function queuePublication(ctx: Context, { store_id, id }: Key, at: number): Promise<void> {
  const now = ctx.now();
  const delay = at <= now ? 0 : at - now + (at - now > EARLY_RUN_SECONDS ? 1 : LATE_RUN_DELAY);
  await sendNow(PublishStep, { id: `${id}:${at}:${now}`, body: { store_id, publication_id: id }, delay });
}

async function queueStalledAttempt(ctx: Context, key: Key): Promise<void> {
  const found = await attempts.find(key);
  const now = ctx.now();
  const isStalled = found?.status === "running" && found.due_at !== null && found.due_at <= now;
  if (!isStalled || found.lease_until > now) return;
  await transact(ctx, [
    attempts.replace(found, { ...found, due_at: now + RECHECK_AFTER }),
    enqueue(ctx, PublishStep, { store_id: key.store_id, attempt_id: key.id }),
  ]);
}
