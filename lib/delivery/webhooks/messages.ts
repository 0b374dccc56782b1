import * as z from "zod";
import { Event } from "#core/events.ts";
import { type Body, message } from "#core/queue/message.ts";

const EndpointKey = z.object({ tenant_id: z.string(), webhook_id: z.string() });
export type EndpointKey = z.output<typeof EndpointKey>;

export const PlanDeliveries = message("planDeliveries", Event);
/** Plans the deliveries of an event of a tenant with very many events. */
export const PlanCrowdedDeliveries = message("planCrowdedDeliveries", Event);

/** Wakes a sender for an endpoint with pending deliveries. */
export const DeliverWebhooks = message("deliverWebhooks", EndpointKey);
/** Wakes a sender in the slow lane. */
export const DeliverSlowWebhooks = message("deliverSlowWebhooks", EndpointKey);

export const ResendRange = message(
  "resendRange",
  z.object({
    tenant_id: z.string(),
    webhook_id: z.string(),
    from: z.int(),
    to: z.int(),
    failed_only: z.boolean(),
    /** The last event that was handled. */
    after: z.string().nullable(),
  }),
);
export type ResendRange = Body<typeof ResendRange>;
