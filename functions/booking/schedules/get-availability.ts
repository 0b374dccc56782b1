import { lambda } from "#core/http/lambda.ts";
import { availability } from "#lib/booking/bookables/availability.ts";
import { schedules } from "./routes.ts";

export const handler = lambda(schedules.getAvailability, (ctx, { params, query }) =>
  availability(ctx, params.businessId, params.serviceId, query),
);
