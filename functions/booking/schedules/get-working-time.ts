import { lambda } from "#functions/lambda.ts";
import { getWorkingTime } from "#lib/booking/bookables/working-time.ts";
import { schedules } from "./routes.ts";

export const handler = lambda(schedules.getWorkingTime, (ctx, { params, query }) =>
  getWorkingTime(ctx, params.businessId, params.providerId, query),
);
