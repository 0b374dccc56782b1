import { lambda } from "#functions/lambda.ts";
import { setSchedules } from "#lib/booking/bookables/working-time.ts";
import { schedules } from "./routes.ts";

export const handler = lambda(schedules.setSchedules, (ctx, { params, body }) =>
  setSchedules(ctx, params.businessId, body),
);
