import { tenantKey } from "#core/dynamo/cache.ts";
import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { listenersOf } from "#lib/tenancy/tenants/event-listeners.ts";
import { BuildAfterChange } from "./messages.ts";

/** Queues a change for build hooks only if its tenant has a build hook. */
export const buildHookEventFilter: WorkerEventFilter = {
  message: BuildAfterChange,
  keys: ({ tenant_id }) => [tenantKey(tenant_id)],
  isWanted: (_event, [tenant]) => listenersOf(tenant).buildHooks.length > 0,
};
