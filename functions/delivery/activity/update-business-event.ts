import { lambda } from "#functions/lambda.ts";
import { updateEvent } from "#lib/delivery/activity/service.ts";
import { businessEvents } from "./routes.ts";

export const handler = lambda(businessEvents.updateBusinessEvent, (ctx, { params, body }) =>
  updateEvent(ctx, params.businessId, params.eventId, body.payload),
);
