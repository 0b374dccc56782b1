import { lambda } from "#functions/lambda.ts";
import { getAvailability } from "#lib/booking/bookables/availability.ts";
import { schedules } from "./routes.ts";

export const handler = lambda(schedules.getAvailability, (ctx, { params, query }) =>
  getAvailability(ctx, params.businessId, params.serviceId, query),
);
