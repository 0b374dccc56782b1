import { randomUUID } from "node:crypto";
import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { ifLeaseHeld, LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { sendNow } from "#core/queue/send.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { DeliverSlowWebhooks, DeliverWebhooks, type EndpointKey } from "./messages.ts";
import { type Endpoint, endpoints, SHARDS, shardOf } from "./table.ts";

/** Longest delay of an SQS message in seconds; a scheduled worker finds work that is due later. */
const MAX_DELAY = 900;
/** Seconds until an idle endpoint is checked once more, because the due index may have missed new deliveries. */
const RECHECK_AFTER = 60;
/**
 * Writes deliveries to an endpoint and then wakes its sender. The endpoint's record is written first, so that a
 * deletion of the tenant finds the deliveries.
 */
export async function writeAndWake(
  ctx: Context,
  key: EndpointKey,
  write: () => Promise<unknown>,
): Promise<void> {
  if (!(await endpoints.find(key)) && !(await createEndpoint(ctx, key))) return;
  await write();
  await wakeEndpoint(ctx, key);
}

/** Queues a message to a sender for an endpoint, unless a sender is already working on it. */
export async function wakeEndpoint(ctx: Context, { tenant_id, webhook_id }: EndpointKey): Promise<void> {
  const key = { tenant_id, webhook_id };
  const item = await changeItem(endpoints.key(key), wakeUpdate(ctx, key), {
    expression: "attribute_exists(wakes)",
  });
  const endpoint = item && endpoints.parse(item);
  if (!endpoint && !(await createEndpoint(ctx, key))) return;
  if (endpoint && endpoint.lease_until > ctx.now()) return;
  await queueSender(key, endpoint?.slow ?? false, 0);
}

/** Creates an endpoint's record. Returns false if the tenant was deleted: nothing would remove the record. */
async function createEndpoint(ctx: Context, key: EndpointKey): Promise<boolean> {
  const first = { entity: endpoints.name, update: { key: endpoints.key(key), ...wakeUpdate(ctx, key) } };
  try {
    await transact(ctx, [...checkTenantExists(key.tenant_id), first]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function wakeUpdate(ctx: Context, key: EndpointKey) {
  return { add: { wakes: 1 }, set: { ...keyFields(key), ...dueAttributes(key, ctx.now()) } };
}

/** Leases an endpoint; `undefined` if another sender holds it, or if it was deleted. */
export async function leaseEndpoint(ctx: Context, key: EndpointKey): Promise<Endpoint | undefined> {
  const item = await takeLease(endpoints.key(key), ctx.now(), {
    condition: { expression: "attribute_exists(wakes)" },
  });
  return item && endpoints.parse(item);
}

/** Extends the lease; `undefined` if another sender has taken over. */
export async function renewLease(ctx: Context, leased: Endpoint): Promise<Endpoint | undefined> {
  return updateWhileLeased(leased, { set: { lease_until: ctx.now() + LEASE_SECONDS } });
}

/** Stores the endpoint's health if the lease is still held. */
export async function recordHealth(
  leased: Endpoint,
  health: Partial<Omit<Endpoint, "lease" | "wakes">>,
): Promise<Endpoint | undefined> {
  return updateWhileLeased(leased, { set: health });
}

/**
 * Releases the lease and schedules the next wake-up.
 *
 * @param next when the next delivery is due, in seconds; undefined if none is pending
 * @returns false if new deliveries arrived, or if the lease was lost
 */
export async function releaseEndpoint(
  ctx: Context,
  leased: Endpoint,
  next: number | undefined,
): Promise<boolean> {
  const idle = next === undefined && leased.checked === leased.wakes;
  const done = await changeItem(
    endpoints.key(leased),
    {
      set: {
        lease_until: 0,
        checked: leased.wakes,
        ...(idle ? {} : dueAttributes(leased, next ?? ctx.now() + RECHECK_AFTER)),
      },
      remove: idle ? ["due", "due_by"] : [],
    },
    {
      expression: "lease = :lease and wakes = :wakes",
      values: { ":lease": leased.lease, ":wakes": leased.wakes },
    },
  );
  if (!done) return false;
  const delay = next === undefined ? undefined : Math.max(0, next - ctx.now());
  if (delay !== undefined && delay <= MAX_DELAY) await queueSender(leased, leased.slow, delay);
  return true;
}

/** Releases the lease so that another sender continues with the deliveries that are left. */
export async function handOverEndpoint(ctx: Context, leased: Endpoint): Promise<void> {
  const left = await updateWhileLeased(leased, {
    set: { lease_until: 0, ...dueAttributes(leased, ctx.now()) },
  });
  if (left) await queueSender(leased, leased.slow, 0);
}

/**
 * Wakes senders for endpoints that are due within a minute. Usually a delayed message has done so; this replaces lost
 * messages, and those that would need a longer delay than SQS allows.
 */
export const dueEndpoints = dueWork(
  endpoints,
  (ctx, key, at) => queueSender(key, false, Math.max(0, at - ctx.now())),
  { ahead: 60, shards: SHARDS },
);

/** The key attributes of an endpoint in the due index. */
function dueAttributes(key: EndpointKey, seconds: number): Record<string, string> {
  return { due: endpoints.due({ shard: shardOf(key) }), due_by: paddedNumber(seconds) };
}

function keyFields({ tenant_id, webhook_id }: EndpointKey): Record<string, string> {
  return { tenant_id, webhook_id, _t: endpoints.name };
}

async function queueSender(key: EndpointKey, slow: boolean, delay: number): Promise<void> {
  const { tenant_id, webhook_id } = key;
  const message = { id: `${webhook_id}:${randomUUID()}`, body: { tenant_id, webhook_id }, delay };
  await sendNow(slow ? DeliverSlowWebhooks : DeliverWebhooks, message);
}

async function updateWhileLeased(
  leased: Endpoint,
  change: { set: Record<string, unknown> },
): Promise<Endpoint | undefined> {
  const item = await changeItem(endpoints.key(leased), change, ifLeaseHeld(leased));
  return item && endpoints.parse(item);
}
