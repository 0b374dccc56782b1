import { lambda } from "#core/http/lambda.ts";
import { replacePayload } from "#lib/delivery/business-events/service.ts";
import { businessEvents } from "./routes.ts";

export const handler = lambda(businessEvents.updateBusinessEvent, (ctx, { params, body }) =>
  replacePayload(ctx, params.businessId, params.eventId, body.payload),
);
