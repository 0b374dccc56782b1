import { LEASE_SECONDS } from "#core/dynamo/lease.ts";
import { DAY } from "#core/seconds.ts";
import type { Step } from "./attempt-schema.ts";
import {
  type AttemptWork,
  accessFor,
  markOutcomeUnknown,
  pauseAttempt,
  saveAttempt,
  startLookUp,
  withStep,
} from "./attempt-work.ts";
import type { Access } from "./credentials.ts";
import { finishAttempt } from "./finish-attempt.ts";
import { handlesOf, withHandle } from "./job.ts";
import { type Job, NetworkError, type StepOutcome, type StepRequest } from "./port.ts";
import { requireReconnect } from "./reconnect.ts";
import { replyWrites } from "./reply-outcome.ts";
import { MAX_TRIES, retryTimes, TRY_WINDOW } from "./times.ts";

/** Most seconds for which a network may process a step. */
const MAX_WAIT = DAY;
/** Seconds to wait if the network does not say how long. */
const DEFAULT_WAIT = 60;

/**
 * Runs a step once: stores its intent, makes the call and stores the result.
 *
 * @returns whether the attempt can continue at once
 */
export async function performStep(work: AttemptWork, step: Step): Promise<boolean> {
  const { ctx, attempt } = work;
  const now = ctx.now();
  const first_at = step.first_at ?? now;
  if (step.tries >= MAX_TRIES || (step.tries > 0 && now - first_at > TRY_WINDOW))
    return failAfterTries(work, step);
  let access: Access;
  try {
    access = await accessFor(work);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return handleFailedCall(work, { ...step, tries: step.tries + 1, first_at }, error, undefined);
  }
  const started = await saveIntent(work, { ...step, tries: step.tries + 1, first_at });
  try {
    const job: Job = { ...work.job, handles: await handlesOf(attempt) };
    const request: StepRequest = {
      type: step.type,
      handle: job.handles.get(step.type) ?? null,
      firstAt: first_at,
      intentAt: ctx.now(),
      tries: started.tries,
    };
    const outcome = await work.network.perform(access.caller, job, request);
    return await applyOutcome(work, started, outcome);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const certain = !step.irreversible || work.network.notPosted.includes(error.code);
    if (certain) return handleFailedCall(work, started, error, access);
    await markOutcomeUnknown(work, started, error.code);
    return false;
  }
}

/** Stores that a call is about to be made, and leases the attempt for it. */
async function saveIntent(work: AttemptWork, step: Step): Promise<Step> {
  const { ctx, attempt } = work;
  const now = ctx.now();
  const lease_until = now + LEASE_SECONDS;
  const started: Step = { ...step, called: true, intent_at: now, lease_until, updated_at: now };
  const replyUpdates =
    attempt.kind === "reply" && step.irreversible ? await replyWrites(ctx, attempt, { type: "begun" }) : [];
  await saveAttempt(work, { ...withStep(attempt, started), lease_until }, replyUpdates);
  return started;
}

async function applyOutcome(work: AttemptWork, started: Step, outcome: StepOutcome): Promise<boolean> {
  const { attempt, ctx } = work;
  const provider_status = outcome.status ?? null;
  const now = ctx.now();
  const finished = {
    ...started,
    called: false,
    provider_code: null,
    provider_status,
    lease_until: null,
    updated_at: now,
  };
  const handled =
    outcome.handle === undefined ? finished : await withHandle(attempt, finished, outcome.handle);
  if (outcome.end === "done") {
    const posted = outcome.posted ?? attempt.posted;
    await saveAttempt(work, { ...withStep(attempt, { ...handled, status: "succeeded" }), posted });
    return true;
  }
  if (outcome.end === "sent") {
    await startLookUp(work, { ...handled, status: "processing", called: true });
    return false;
  }
  // After progress the tries of a step are counted from 0 again.
  const continuing: Step = { ...handled, status: "processing", tries: 0 };
  if (outcome.end === "more") {
    await saveAttempt(work, withStep(attempt, { ...continuing, first_at: now }));
    return true;
  }
  if (now - (started.first_at ?? now) > MAX_WAIT)
    return failAfterTries(work, { ...continuing, provider_code: "still_processing" });
  await pauseAttempt(work, withStep(attempt, continuing), outcome.seconds);
  return false;
}

/** Retries, waits or fails after a call that certainly had no effect. */
async function handleFailedCall(
  work: AttemptWork,
  started: Step,
  error: NetworkError,
  access: Access | undefined,
): Promise<boolean> {
  const { ctx, attempt } = work;
  const step: Step = {
    ...started,
    called: false,
    lease_until: null,
    provider_code: error.code,
    updated_at: ctx.now(),
  };
  const { trouble, code, message } = error;
  if (trouble === "limited") {
    await waitForLimit(work, step, error);
    return false;
  }
  if (trouble === "unauthorized" && access && work.refused === undefined) {
    work.refused = access.generation;
    await saveAttempt(work, withStep(attempt, { ...step, tries: step.tries - 1 }));
    return true;
  }
  if (trouble === "unauthorized" || trouble === "reconnect") {
    await requireReconnect(ctx, attempt.store_id, attempt.social_account_id);
    return failAttempt(work, { ...step, status: "failed" }, "reconnect_required", message);
  }
  if (trouble === "rejected") return failAttempt(work, { ...step, status: "rejected" }, code, message);
  if (step.tries >= MAX_TRIES) return failAfterTries(work, step);
  await pauseAttempt(work, withStep(attempt, step), retryTimes().retry * 2 ** (step.tries - 1));
  return false;
}

/** Waits for the end of the network's rate limit, which does not count as a try. */
async function waitForLimit(work: AttemptWork, step: Step, error: NetworkError): Promise<void> {
  const now = work.ctx.now();
  const status = step.handle === null ? "requested" : step.status;
  const waiting: Step = { ...step, status, tries: 0, first_at: null };
  await pauseAttempt(work, withStep(work.attempt, waiting), (error.resetAt(now) ?? now + DEFAULT_WAIT) - now);
}

function failAfterTries(work: AttemptWork, step: Step): Promise<boolean> {
  const code = step.provider_code ?? "interrupted";
  return failAttempt(
    work,
    { ...step, status: "failed" },
    code,
    `The step ${step.type} failed ${step.tries} times; the last answer was ${code}.`,
  );
}

async function failAttempt(work: AttemptWork, step: Step, code: string, message: string): Promise<boolean> {
  work.attempt = withStep(work.attempt, { ...step, called: false, updated_at: work.ctx.now() });
  await finishAttempt(work, { type: "failed", code, message });
  return false;
}
