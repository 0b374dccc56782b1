import type { Subscription } from "#core/queue/contract.ts";
import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { fanOut as fanOutTo } from "#core/queue/fan-out.ts";
import { usageEventFilter } from "#lib/content/media/event-filter.ts";
import { buildHookEventFilter } from "#lib/delivery/activity/event-filter.ts";
import { webhookEventFilter } from "#lib/delivery/webhooks/event-filter.ts";

/** Filters for workers to which most events are irrelevant. */
export const eventFilters: readonly WorkerEventFilter[] = [
  webhookEventFilter,
  buildHookEventFilter,
  usageEventFilter,
];

/** The handler that sends outbox events to the workers that are subscribed to them. */
export function fanOut(subscriptions: readonly Subscription[]) {
  return fanOutTo(subscriptions, eventFilters);
}
