import { endedAttempt } from "./attempt-record.ts";
import type { LookUp, Step } from "./attempt-schema.ts";
import { type AttemptWork, accessFor, pauseAttempt, saveAttempt, withStep } from "./attempt-work.ts";
import type { Access } from "./credentials.ts";
import { finishAttempt, isCurrentAttempt } from "./finish-attempt.ts";
import { handlesOf } from "./job.ts";
import { type Job, type LookUpResult, NetworkError } from "./port.ts";
import { posts } from "./table.ts";
import { retryTimes } from "./times.ts";

/**
 * Asks the network once for the outcome of an irreversible call.
 *
 * @returns whether the attempt can continue at once
 */
export async function continueLookUp(work: AttemptWork): Promise<boolean> {
  const { attempt, ctx } = work;
  const step = attempt.steps.find(({ irreversible, status }) => irreversible && status !== "succeeded");
  const look = attempt.look_up;
  if (!step || !look) throw new Error(`The attempt ${attempt.id} looks for nothing.`);
  if (!(await isCurrentAttempt(attempt))) {
    await saveAttempt(work, endedAttempt(attempt));
    return false;
  }
  try {
    const found = await lookUpOnce(work, step);
    if (found === "absent" || found === "pending") return recordLookUp(work, step, look, found);
    if ("refused" in found) return failAsRefused(work, step, found);
    const done: Step = {
      ...step,
      called: false,
      status: "succeeded",
      lease_until: null,
      updated_at: ctx.now(),
    };
    await saveAttempt(work, { ...withStep(attempt, done), posted: found, look_up: null });
    return true;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const resetAt = error.resetAt(ctx.now());
    if (error.trouble === "limited" && resetAt !== undefined) return waitForReset(work, look, resetAt);
    return recordLookUp(work, step, { ...look, failure: { code: error.code, at: ctx.now() } }, "unanswered");
  }
}

async function lookUpOnce(work: AttemptWork, step: Step): Promise<LookUpResult> {
  const access = await accessFor(work);
  try {
    return await askNetwork(work, step, access);
  } catch (error) {
    if (!(error instanceof NetworkError) || error.trouble !== "unauthorized") throw error;
    work.refused = access.generation;
    return askNetwork(work, step, await accessFor(work));
  }
}

async function askNetwork(
  { attempt, job, network }: AttemptWork,
  step: Step,
  { caller }: Access,
): Promise<LookUpResult> {
  const { store_id, social_account_id, id } = attempt;
  const handles = await handlesOf(attempt);
  const jobWithHandles: Job = { ...job, handles };
  const intentAt = step.intent_at ?? attempt.begun_at;
  const request = {
    type: step.type,
    handle: handles.get(step.type) ?? null,
    firstAt: attempt.begun_at,
    intentAt,
    tries: 1,
  };
  return network.lookUp(caller, jobWithHandles, request, async (provider_id) => {
    const known = await posts.find({ store_id, social_account_id, provider_id });
    return known !== undefined && known.attempt_id !== id;
  });
}

async function failAsRefused(
  work: AttemptWork,
  step: Step,
  { refused: code, message }: { refused: string; message: string },
): Promise<boolean> {
  const closed: Step = { ...step, called: false, status: "rejected", provider_code: code };
  work.attempt = withStep(work.attempt, { ...closed, lease_until: null, updated_at: work.ctx.now() });
  await finishAttempt(work, { type: "failed", code, message });
  return false;
}

async function waitForReset(work: AttemptWork, look: LookUp, resetAt: number): Promise<boolean> {
  const seconds = Math.min(resetAt, look.since + retryTimes().until) - work.ctx.now();
  await pauseAttempt(work, work.attempt, seconds);
  return false;
}

/**
 * Records a look-up that found no post. The attempt fails only if the network answered `absent` in all of the first
 * rounds, or in a later one. Otherwise look-ups continue for a day, and then the outcome stays unknown.
 */
async function recordLookUp(
  work: AttemptWork,
  step: Step,
  look: LookUp,
  what: "absent" | "pending" | "unanswered",
): Promise<boolean> {
  const { attempt, ctx } = work;
  const { rounds, every, until } = retryTimes();
  const answered = look.answered + (what === "absent" ? 1 : 0);
  const last = rounds.length - 1;
  const now = ctx.now();
  const after: LookUp = { ...look, answered, round: look.round + 1 };
  work.attempt = { ...attempt, look_up: after };
  if (what === "absent" && look.round >= last && (answered >= rounds.length || look.round > last)) {
    await failAsAbsent(work, step);
    return false;
  }
  if (look.round < last) {
    await pauseAttempt(work, work.attempt, look.since + (rounds[look.round + 1] ?? every) - now);
    return false;
  }
  const over = now - look.since >= until;
  const { failure } = after;
  const code = failure?.code ?? "still_processing";
  const when = new Date((failure?.at ?? now) * 1000).toISOString();
  const message = `Whether it was posted is not known: the look-up after the step ${step.type} answered ${code} at ${when}.`;
  if (failure || over) await finishAttempt(work, { type: "unknown", code, message, over });
  else await pauseAttempt(work, work.attempt, every);
  return false;
}

async function failAsAbsent(work: AttemptWork, step: Step): Promise<void> {
  const closed: Step = {
    ...step,
    called: false,
    status: "failed",
    provider_code: "not_found",
    lease_until: null,
    updated_at: work.ctx.now(),
  };
  work.attempt = withStep(work.attempt, closed);
  await finishAttempt(work, {
    type: "failed",
    code: "not_found",
    message: "The network was asked several times and has no such post.",
  });
}
