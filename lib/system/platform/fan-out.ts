import type { Subscription } from "#core/queue/contract.ts";
import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { fanOut as fanOutTo } from "#core/queue/fan-out.ts";
import { usageEventFilter } from "#lib/content/media/event-filter.ts";
import { buildHookEventFilter } from "#lib/delivery/activity/event-filter.ts";
import { webhookEventFilter } from "#lib/delivery/webhooks/event-filter.ts";

/** What is asked before an event is sent to a worker that most events are nothing to. */
export const eventFilters: readonly WorkerEventFilter[] = [
  webhookEventFilter,
  buildHookEventFilter,
  usageEventFilter,
];

/** The handler that carries the outbox to those workers that have something to do. */
export function fanOut(subscriptions: readonly Subscription[]) {
  return fanOutTo(subscriptions, eventFilters);
}
