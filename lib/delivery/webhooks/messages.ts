import * as z from "zod";
import { Event } from "#core/events.ts";
import { type BodyOf, message } from "#core/queue/message.ts";

const EndpointKey = z.object({ tenant_id: z.string(), webhook_id: z.string() });
export type EndpointKey = z.output<typeof EndpointKey>;

export const PlanDeliveries = message("planDeliveries", Event);
/** Creates the deliveries of an event of a tenant that has very many events. */
export const PlanCrowdedDeliveries = message("planCrowdedDeliveries", Event);

/** Starts a sender for an endpoint with pending deliveries. */
export const DeliverWebhooks = message("deliverWebhooks", EndpointKey);
/** Starts a sender for an endpoint that answers slowly. */
export const DeliverSlowWebhooks = message("deliverSlowWebhooks", EndpointKey);

export const ResendRange = message(
  "resendRange",
  z.object({
    tenant_id: z.string(),
    webhook_id: z.string(),
    from: z.int(),
    to: z.int(),
    failed_only: z.boolean(),
    /** Id of the last event that was resent. */
    after: z.string().nullable(),
  }),
);
export type ResendRange = BodyOf<typeof ResendRange>;
