import * as z from "zod";
import { Event } from "#core/events.ts";
import { type Body, message } from "#core/queue/message.ts";

const EndpointKey = z.object({ tenant_id: z.string(), webhook_id: z.string() });
export type EndpointKey = z.output<typeof EndpointKey>;

/** An event that webhooks may be told of. */
export const PlanDeliveries = message("planDeliveries", Event);
/** An event of a tenant that announces very much at once. */
export const PlanCrowdedDeliveries = message("planCrowdedDeliveries", Event);

/** Says that an endpoint has something to be sent. */
export const DeliverWebhooks = message("deliverWebhooks", EndpointKey);
/** Says that an endpoint that keeps us waiting has something to be sent. */
export const DeliverSlowWebhooks = message("deliverSlowWebhooks", EndpointKey);

/** Has the events of a time range delivered again. */
export const ResendRange = message(
  "resendRange",
  z.object({
    tenant_id: z.string(),
    webhook_id: z.string(),
    from: z.int(),
    to: z.int(),
    failed_only: z.boolean(),
    /** The last event that was taken. */
    after: z.string().nullable(),
  }),
);
export type ResendRange = Body<typeof ResendRange>;
