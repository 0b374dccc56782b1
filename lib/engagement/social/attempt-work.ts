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

/** Seconds that a message can be delayed. */
const LONGEST_DELAY = 900;

/** An attempt in the hands of one worker. */
export interface AttemptWork {
  ctx: Context;
  held: Stored<Attempt>;
  network: Network;
  job: Job;
  /** A token that was good when this work began: short work needs no other, unless the network refuses it. */
  access?: Access;
  /** Generation of an access token that the network did not take. */
  refused: number | undefined;
  /** Performance time, milliseconds. */
  until: number;
}

/** Stores what has become of an attempt; whoever else changed it meanwhile wins, and this worker stops. */
export async function saveAttempt(work: AttemptWork, after: Attempt, more: Write[] = []): Promise<void> {
  const { ctx, held } = work;
  await transact(ctx, [attempts.replace(held, after), ...more]);
  work.held = { ...after, [VERSION]: (held[VERSION] ?? 1) + 1 };
}

/** Lets an attempt go, to be gone on with after some seconds. */
export function pauseAttempt(work: AttemptWork, after: Attempt, seconds: number): Promise<void> {
  const { ctx } = work;
  const wait = Math.max(1, Math.ceil(seconds));
  const waits_until = ctx.now() + wait;
  const { store_id, id: attempt_id } = after;
  const called = wait <= LONGEST_DELAY;
  const due_at = called ? waits_until + RECHECK_AFTER : waits_until;
  return saveAttempt(
    work,
    { ...after, waits_until, due_at, lease_until: 0 },
    called ? [enqueue(ctx, PublishStep, { store_id, attempt_id }, wait)] : [],
  );
}

/** Notes that nobody knows what came of an irreversible call. It is never made again: it is looked for. */
export function markOutcomeUnknown(work: AttemptWork, step: Step, code: string): Promise<void> {
  return startLookUp(work, { ...step, status: "unknown", provider_code: code, updated_at: work.ctx.now() });
}

/** Has it looked up what came of an irreversible step. */
export async function startLookUp(work: AttemptWork, step: Step): Promise<void> {
  const look_up = { since: work.ctx.now(), round: 0, answered: 0, failure: null };
  await pauseAttempt(work, { ...withStep(work.held, step), look_up }, retryTimes().rounds[0] ?? 1);
}

/** The attempt with one of its steps changed. */
export function withStep(held: Stored<Attempt>, step: Step): Stored<Attempt> {
  return { ...held, steps: held.steps.map((each) => (each.sequence === step.sequence ? step : each)) };
}

/** A token to call the attempt's network with. */
export async function tokenFor(work: AttemptWork): Promise<Access> {
  const { ctx, held, access, refused } = work;
  if (access && access.generation !== refused) return access;
  work.access = await accessTo(ctx, held.store_id, held.social_account_id, refused);
  return work.access;
}
