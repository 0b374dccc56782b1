import type { Context } from "#core/context.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import type { Event } from "#core/events.ts";
import { idTime } from "#core/id.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type Hook, webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import type { Delivery } from "./delivery-schema.ts";
import { writeAndWake } from "./endpoint.ts";
import { matchesEventFilter } from "./event-filter.ts";
import { deliveries } from "./table.ts";

/**
 * Creates the deliveries of events and wakes the senders of their endpoints. A repeated run changes nothing, so that
 * the retry schedule of a delivery starts only once.
 */
export async function planDeliveries(ctx: Context, events: Event[]): Promise<void> {
  const byTenant = Map.groupBy(events, ({ tenant_id }) => tenant_id);
  await sideBySide([...byTenant].map(([tenantId, own]) => planForTenant(ctx, tenantId, own)));
}

async function planForTenant(ctx: Context, tenantId: string, events: Event[]): Promise<void> {
  const hooks = (await webhooksOf(tenantId)).filter(({ enabled }) => enabled);
  await sideBySide(
    hooks.map(async (hook) => {
      const wanted = events.filter(
        (event) => matchesEventFilter(hook, event.type) && !isBeforeWebhook(event, hook),
      );
      if (wanted.length === 0) return;
      await writeAndWake(ctx, { tenant_id: tenantId, webhook_id: hook.id }, () =>
        sideBySide(wanted.map((event) => createDelivery(ctx, hook.id, event))),
      );
    }),
  );
}

// A webhook gets no event from before its creation, even if the event's deliveries are created later.
function isBeforeWebhook(event: Event, hook: Hook): boolean {
  return (idTime(event.id) ?? Number.POSITIVE_INFINITY) < (idTime(hook.id) ?? 0);
}

export function newDelivery(
  ctx: Context,
  webhook_id: string,
  event: Pick<Event, "id" | "type" | "tenant_id">,
): Delivery {
  const now = ctx.now();
  return {
    tenant_id: event.tenant_id,
    webhook_id,
    event_id: event.id,
    event_type: event.type,
    status: "pending",
    attempts: 0,
    due_at: now,
    ends: [],
    created_at: now,
  };
}

async function createDelivery(ctx: Context, webhookId: string, event: Event): Promise<void> {
  await tryTransact(ctx, [
    deliveries.create(newDelivery(ctx, webhookId, event), expectedFailure("planned already")),
  ]);
}
