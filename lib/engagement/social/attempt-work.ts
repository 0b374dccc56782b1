import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { RECHECK_AFTER } from "./attempt-record.ts";
import type { Attempt, Step } from "./attempt-schema.ts";
import { type Access, accessTo } from "./credentials.ts";
import { PublishStep } from "./messages.ts";
import type { Job, Network } from "./port.ts";
import { attempts } from "./table.ts";
import { retryTimes } from "./times.ts";

/** Longest delay of an SQS message in seconds. */
const MAX_DELAY = 900;

/** An attempt that this worker has leased. */
export interface AttemptWork {
  ctx: Context;
  attempt: Stored<Attempt>;
  network: Network;
  job: Job;
  /** The access token in use; another is fetched only if the network refuses it. */
  access?: Access;
  /** Generation of an access token that the network refused. */
  refused: number | undefined;
  /** Time of `performance.now()` at which this worker stops. */
  until: number;
}

/** Stores an attempt; throws if another request or worker has changed it, so that this worker stops. */
export async function saveAttempt(work: AttemptWork, after: Attempt, more: Write[] = []): Promise<void> {
  const { ctx, attempt } = work;
  await transact(ctx, [attempts.replace(attempt, after), ...more]);
  work.attempt = { ...after, [VERSION]: (attempt[VERSION] ?? 1) + 1 };
}

/** Releases the lease of an attempt, which continues after some seconds. */
export function pauseAttempt(work: AttemptWork, after: Attempt, seconds: number): Promise<void> {
  const { ctx } = work;
  const wait = Math.max(1, Math.ceil(seconds));
  const waits_until = ctx.now() + wait;
  const { store_id, id: attempt_id } = after;
  const isQueued = wait <= MAX_DELAY;
  const due_at = isQueued ? waits_until + RECHECK_AFTER : waits_until;
  return saveAttempt(
    work,
    { ...after, waits_until, due_at, lease_until: 0 },
    isQueued ? [enqueue(ctx, PublishStep, { store_id, attempt_id }, wait)] : [],
  );
}

/** Records that the outcome of an irreversible call is unknown. It is then looked up; the call is never repeated. */
export function markOutcomeUnknown(work: AttemptWork, step: Step, code: string): Promise<void> {
  return startLookUp(work, { ...step, status: "unknown", provider_code: code, updated_at: work.ctx.now() });
}

/** Starts to look up the outcome of an irreversible step. */
export async function startLookUp(work: AttemptWork, step: Step): Promise<void> {
  const look_up = { since: work.ctx.now(), round: 0, answered: 0, failure: null };
  await pauseAttempt(work, { ...withStep(work.attempt, step), look_up }, retryTimes().rounds[0] ?? 1);
}

export function withStep(attempt: Stored<Attempt>, step: Step): Stored<Attempt> {
  return { ...attempt, steps: attempt.steps.map((each) => (each.sequence === step.sequence ? step : each)) };
}

export async function accessFor(work: AttemptWork): Promise<Access> {
  const { ctx, attempt, access, refused } = work;
  if (access && access.generation !== refused) return access;
  work.access = await accessTo(ctx, attempt.store_id, attempt.social_account_id, refused);
  return work.access;
}
