import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { type Delivery, endedDelivery } from "./delivery-schema.ts";
import { nextAttempt } from "./schedule.ts";
import type { AttemptOutcome } from "./send.ts";
import { attempts, deliveries } from "./table.ts";

/** Records the outcome of an attempt and the time of the next one. */
export async function recordAttempt(
  ctx: Context,
  before: Stored<Delivery>,
  outcome: AttemptOutcome,
  request: string,
): Promise<void> {
  const count = before.attempts + 1;
  const next =
    outcome.success || outcome.status === 410 ? undefined : nextAttempt(count, ctx.now(), outcome.retryAfter);
  const failed = next === undefined ? (outcome.status === 410 ? "cancelled" : "exhausted") : "pending";
  const status = outcome.success ? "delivered" : failed;
  const tried = { ...before, attempts: count };
  const after: Delivery =
    status === "pending" ? { ...tried, due_at: next ?? null } : endedDelivery(tried, status, ctx.now());
  const { success, status: answered, error, response, duration_ms } = outcome;
  logger.info("webhook", {
    event: before.event_id,
    request,
    tenant: before.tenant_id,
    webhook: before.webhook_id,
    outcome: status,
    status: answered,
    tries: count,
  });
  const attempt = attempts.create({
    id: newId("att", ctx.clock()),
    tenant_id: before.tenant_id,
    webhook_id: before.webhook_id,
    event_id: before.event_id,
    event_type: before.event_type,
    attempt: count,
    outcome: success ? "success" : "failure",
    status: answered,
    error,
    response,
    duration_ms,
    created_at: ctx.now(),
    next_attempt_at: next ?? null,
  });
  try {
    await transact(ctx, [deliveries.replace(before, after), attempt]);
  } catch (thrown) {
    if (!(thrown instanceof Contention)) throw thrown;
    // The event was resent meanwhile: the resent delivery is left unchanged, and only the attempt is logged.
    await transact(ctx, [attempt]);
  }
}

/** Cancels a delivery whose webhook is disabled or gone, or whose event has expired. */
export async function cancelDelivery(ctx: Context, delivery: Stored<Delivery>): Promise<void> {
  const { event_id: event, tenant_id: tenant, webhook_id: webhook, attempts: tries } = delivery;
  logger.info("webhook", { event, tenant, webhook, outcome: "cancelled", tries });
  try {
    await transact({ now: () => 0, guards: undefined }, [
      deliveries.replace(delivery, endedDelivery(delivery, "cancelled", ctx.now())),
    ]);
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
  }
}
