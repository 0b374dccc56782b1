import type { Hearings } from "#core/queue/hearing.ts";
import { usageHears } from "#lib/content/media/hearing.ts";
import { buildHooksHear } from "#lib/delivery/business-events/hearing.ts";
import { webhooksHear } from "#lib/delivery/webhooks/wanted.ts";

/** What the fan-out asks before it sends an event to a worker that most events are nothing to. */
export const hearings: Hearings = {
  planDeliveries: webhooksHear,
  buildAfterChange: buildHooksHear,
  trackUsage: usageHears,
};
