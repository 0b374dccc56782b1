import { lambda } from "#core/http/lambda.ts";
import { availableSlots } from "#lib/booking/bookables/availability.ts";
import { schedules } from "./routes.ts";

export const handler = lambda(schedules.listAvailableSlots, (ctx, { params, query }) =>
  availableSlots(ctx, params.businessId, params.serviceId, query),
);
