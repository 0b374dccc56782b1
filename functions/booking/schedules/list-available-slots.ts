import { lambda } from "#functions/lambda.ts";
import { listAvailableSlots } from "#lib/booking/bookables/availability.ts";
import { schedules } from "./routes.ts";

export const handler = lambda(schedules.listAvailableSlots, (ctx, { params, query }) =>
  listAvailableSlots(ctx, params.businessId, params.serviceId, query),
);
