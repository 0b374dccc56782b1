import { tenantKey } from "#core/dynamo/cache.ts";
import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { listenersOf } from "#lib/tenancy/tenants/event-listeners.ts";
import { PlanDeliveries } from "./messages.ts";

/** Whether a webhook subscribes to an event type; a webhook without a filter subscribes to all. */
export function matchesEventFilter({ events }: { events: readonly string[] }, type: string): boolean {
  if (events.length === 0) return true;
  return events.some((filter) => {
    if (filter === "*" || filter === type) return true;
    return filter.endsWith(".*") && type.startsWith(filter.slice(0, -1));
  });
}

/** Queues an event for webhooks only if an enabled webhook of its tenant subscribes to it. */
export const webhookEventFilter: WorkerEventFilter = {
  message: PlanDeliveries,
  keys: ({ tenant_id }) => [tenantKey(tenant_id)],
  isWanted: ({ type }, [tenant]) =>
    listenersOf(tenant).webhooks.some((hook) => hook.enabled && matchesEventFilter(hook, type)),
};
