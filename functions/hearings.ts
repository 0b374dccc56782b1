import type { Hearing } from "#core/queue/hearing.ts";
import { usageHears } from "#lib/content/media/hearing.ts";
import { buildHooksHear } from "#lib/delivery/business-events/hearing.ts";
import { webhooksHear } from "#lib/delivery/webhooks/wanted.ts";
import type { mediaWorkers } from "./content/media/routes.ts";
import type { eventWorkers } from "./delivery/events/routes.ts";
import type { webhookWorkers } from "./delivery/webhooks/routes.ts";

type WorkerId = keyof typeof mediaWorkers | keyof typeof eventWorkers | keyof typeof webhookWorkers;

/** What the fan-out asks before it sends an event to a worker that most events are nothing to. */
export const hearings = {
  planDeliveries: webhooksHear,
  buildAfterChange: buildHooksHear,
  trackUsage: usageHears,
} satisfies { [W in WorkerId]?: Hearing };
