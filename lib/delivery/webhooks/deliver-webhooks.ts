import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { leadingNumber } from "#core/dynamo/key.ts";
import { LEASE_SECONDS } from "#core/dynamo/lease.ts";
import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { announcedData, type Event, events } from "#core/events.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { decryptWebhookSecret } from "#lib/tenancy/tenants/secrets.ts";
import { type Hook, webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import type { Delivery } from "./delivery-schema.ts";
import { disable } from "./disable.ts";
import { handOverEndpoint, leaseEndpoint, recordHealth, releaseEndpoint, renewLease } from "./endpoint.ts";
import type { EndpointKey } from "./messages.ts";
import { cancelDelivery, recordAttempt } from "./outcome.ts";
import { DISABLE_AFTER } from "./schedule.ts";
import { type AttemptOutcome, deliver, type Target } from "./send.ts";
import { deliveries, type Endpoint } from "./table.ts";

/** Most concurrent requests to one endpoint. */
const MAX_PARALLEL = 10;
const MAX_PER_ROUND = 50;
/** Milliseconds of one run; then another invocation continues. */
const RUN_MS = 30_000;
/** Milliseconds from which a request counts as slow; then the workers for slow endpoints continue. */
const SLOW_MS = 3_000;

/**
 * Sends the due deliveries of an endpoint. One sender at a time serves an endpoint, with ten parallel requests. Slow
 * endpoints have workers of their own, so that they do not delay others.
 *
 * @param budget milliseconds after which another invocation continues
 */
export async function deliverWebhooks(ctx: Context, key: EndpointKey, budget = RUN_MS): Promise<void> {
  let leased = await leaseEndpoint(ctx, key);
  const until = Date.now() + budget;
  for (let turn = 1; leased; turn++) {
    // The first round always runs; no other starts once the time is up.
    if (turn > 1 && Date.now() > until) return handOverEndpoint(ctx, leased);
    const hook = (await webhooksOf(key.tenant_id)).find(({ id }) => id === key.webhook_id);
    const due = await dueDeliveries(ctx, key);
    if (hook?.enabled && leased.failing_since !== null && ctx.now() - leased.failing_since >= DISABLE_AFTER) {
      leased = (await disable(ctx, leased, hook, "failing")) ?? leased;
      continue;
    }
    if (due.length === 0) {
      if (await releaseEndpoint(ctx, leased, await nextDue(key, leased, hook))) return;
      leased = await renewLease(ctx, leased);
      continue;
    }
    if (!hook?.enabled) {
      await sideBySide(due.map((delivery) => cancelDelivery(ctx, delivery)));
      leased = await renewLease(ctx, leased);
      continue;
    }
    const before: Endpoint = leased;
    leased = await sendRound(ctx, before, hook, due);
    if (leased && leased.slow !== before.slow) return handOverEndpoint(ctx, leased);
  }
}

async function sendRound(
  ctx: Context,
  endpoint: Endpoint,
  hook: Hook,
  due: Stored<Delivery>[],
): Promise<Endpoint | undefined> {
  const [target, known] = await sideBySide([targetOf(ctx, endpoint, hook), eventsOf(due)]);
  const outcomes: AttemptOutcome[] = [];
  let slow = false;
  let gone = false;
  const left = [...due];
  const sendOn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const event = known.get(next.event_id);
      if (!event) {
        await cancelDelivery(ctx, next);
        continue;
      }
      const outcome = await deliver(target, payloadOf(event), ctx.now());
      outcomes.push(outcome);
      slow ||= outcome.duration_ms > SLOW_MS;
      gone ||= outcome.status === 410;
      await recordAttempt(ctx, next, outcome, event.request_id);
      if (slow || gone) return;
    }
  };
  await sideBySide(Array.from({ length: MAX_PARALLEL }, sendOn));
  const leased = await recordHealth(endpoint, healthAfter(ctx, endpoint, outcomes, slow));
  return leased && gone ? disable(ctx, leased, hook, "gone") : leased;
}

function healthAfter(ctx: Context, before: Endpoint, outcomes: AttemptOutcome[], slow: boolean) {
  const now = ctx.now();
  const one = { lease_until: now + LEASE_SECONDS, ...(outcomes.length > 0 ? { slow } : {}) };
  if (outcomes.some(({ success }) => success)) {
    return { ...one, failing_since: null, last_success_at: now, disabled_at: null, disabled_reason: null };
  }
  return outcomes.length > 0
    ? {
        ...one,
        failing_since: before.disabled_at === null ? (before.failing_since ?? now) : now,
        disabled_at: null,
        disabled_reason: null,
      }
    : one;
}

/** The URL and headers of an endpoint, with its current secret and, during a rotation, the previous one. */
async function targetOf(ctx: Context, endpoint: Endpoint, hook: Hook): Promise<Target> {
  const previous =
    endpoint.previous_secret !== null && (endpoint.previous_until ?? 0) > ctx.now()
      ? [endpoint.previous_secret]
      : [];
  const sealed = [...(hook.secret === undefined ? [] : [hook.secret]), ...previous];
  const secrets = await sideBySide(sealed.map((secret) => decryptWebhookSecret(endpoint.tenant_id, secret)));
  return { url: hook.url, headers: hook.headers, secrets };
}

function payloadOf(event: Event) {
  const { id, type, at, tenant_id, sequence, actor } = event;
  return {
    id,
    type,
    timestamp: at,
    business_id: tenant_id,
    businessId: tenant_id,
    sequence,
    actor: { type: actor.type, id: actor.id },
    data: announcedData(event),
  };
}

async function dueDeliveries(
  ctx: Context,
  { tenant_id, webhook_id }: EndpointKey,
): Promise<Stored<Delivery>[]> {
  const keys = await deliveries.dueUntil(ctx.now(), MAX_PER_ROUND, { tenant_id, webhook_id });
  const rows = await deliveries.batchGet(keys);
  // The due index may not have the newest deliveries yet, so these are read from the table.
  const newest =
    keys.length < MAX_PER_ROUND
      ? await deliveries.query(deliveries.partition({ tenant_id, webhook_id }), {
          descending: true,
          limit: MAX_PER_ROUND,
          consistent: true,
        })
      : { records: [] };
  const all = [...rows, ...newest.records.toReversed()];
  const unique = new Map(all.map((delivery) => [delivery.event_id, delivery]));
  return [...unique.values()].filter(
    ({ status, due_at }) => status === "pending" && (due_at ?? 0) <= ctx.now(),
  );
}

async function nextDue(
  { tenant_id, webhook_id }: EndpointKey,
  { failing_since }: Endpoint,
  hook: Hook | undefined,
): Promise<number | undefined> {
  const { items } = await queryItems(deliveries.due({ tenant_id, webhook_id }), { index: "due", limit: 1 });
  const pending = items.map(({ due_by }) => leadingNumber(due_by));
  const disableTime = hook?.enabled && failing_since !== null ? [failing_since + DISABLE_AFTER] : [];
  const times = [...pending, ...disableTime];
  return times.length > 0 ? Math.min(...times) : undefined;
}

async function eventsOf(due: Delivery[]): Promise<Map<string, Event>> {
  const items = await batchGetItems(
    due.map(({ tenant_id, event_id }) => events.key({ tenant_id, id: event_id })),
  );
  return new Map(items.map((item) => events.parse(item)).map((event) => [event.id, event]));
}
