import { lambda } from "#functions/lambda.ts";
import { listReservations } from "#lib/booking/reservations/list.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(businessReservations.listBusinessReservations, (ctx, { params, query }) =>
  listReservations(ctx, params.businessId, query),
);
