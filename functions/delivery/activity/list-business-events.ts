import { lambda } from "#functions/lambda.ts";
import { listEvents } from "#lib/delivery/activity/service.ts";
import { businessEvents } from "./routes.ts";

export const handler = lambda(businessEvents.listBusinessEvents, (ctx, { params, query }) =>
  listEvents(ctx, params.businessId, query),
);
