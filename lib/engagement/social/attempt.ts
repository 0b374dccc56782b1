import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
import { RECHECK_AFTER } from "./attempt-record.ts";
import type { Attempt, Step } from "./attempt-schema.ts";
import { type AttemptWork, markOutcomeUnknown, pauseAttempt } from "./attempt-work.ts";
import { finishAttempt } from "./finish-attempt.ts";
import { jobOf } from "./job.ts";
import { continueLookUp } from "./look-up.ts";
import { performStep } from "./perform-step.ts";
import type { Job, Network } from "./port.ts";
import { networkOf } from "./registry.ts";
import type { AttemptMessage, StepMessage } from "./schema.ts";
import { attempts } from "./table.ts";
import { startDuePublication } from "./transition-writes.ts";

/** Milliseconds of work on one attempt before the queue continues with others. */
const RUN_MS = 20_000;

/** Starts a due publication or continues an attempt; a repeated message changes nothing. */
export async function publishStep(ctx: Context, message: StepMessage): Promise<void> {
  if ("attempt_id" in message) return advanceAttempt(ctx, message);
  await startDuePublication(ctx, { store_id: message.store_id, id: message.publication_id });
}

/** Continues an attempt as far as possible. It may be killed at any point and called any number of times. */
export async function advanceAttempt(ctx: Context, { store_id, attempt_id }: AttemptMessage): Promise<void> {
  const found = await attempts.find({ store_id, id: attempt_id });
  const now = ctx.now();
  if (found?.status !== "running" || found.lease_until > now || found.waits_until > now) return;
  const network = await networkOf(found.provider_type);
  const until = performance.now() + RUN_MS;
  const { job, problem } = await jobOf(found);
  const attempt = await leaseAttempt(found, now);
  if (!attempt) return;
  const work: AttemptWork = { ctx, attempt, network, job, refused: undefined, until };
  const steps = found.steps.length > 0 ? found.steps : plannedSteps(network, job, now);
  work.attempt = { ...attempt, steps, due_at: now + LEASE_SECONDS + RECHECK_AFTER };
  if (problem && !found.look_up)
    return finishAttempt(work, { type: "failed", code: problem, message: "A file of it is gone." });
  await performSteps(work);
}

async function leaseAttempt(found: Attempt, now: number): Promise<Stored<Attempt> | undefined> {
  const condition = {
    expression: "#status = :running and waits_until <= :now",
    names: { "#status": "status" },
    values: { ":running": "running" },
  };
  const item = await takeLease(attempts.key(found), now, { condition });
  return item && attempts.parse(item);
}

/** Performs steps until the attempt must wait, has ended or the time is up. */
async function performSteps(work: AttemptWork): Promise<void> {
  for (;;) {
    const { attempt } = work;
    if (attempt.status === "ended") return;
    const step = attempt.steps.find(({ status }) => status !== "succeeded");
    if (attempt.look_up) {
      if (!(await continueLookUp(work))) return;
    } else if (!step) {
      return finishAttempt(work, { type: "published" });
    } else if (step.irreversible && step.called) {
      return markOutcomeUnknown(work, step, "interrupted");
    } else if (performance.now() > work.until) {
      return pauseAttempt(work, attempt, 1);
    } else if (!(await performStep(work, step))) {
      return;
    }
  }
}

function plannedSteps(network: Network, job: Job, now: number): Step[] {
  return network.plan(job).map(({ type, irreversible = false, secret = false }, index) => ({
    sequence: index + 1,
    type,
    irreversible,
    secret,
    status: "requested" as const,
    called: false,
    tries: 0,
    first_at: null,
    intent_at: null,
    lease_until: null,
    handle: null,
    shown: null,
    provider_code: null,
    provider_status: null,
    updated_at: now,
  }));
}
