import { lambda } from "#functions/lambda.ts";
import { createReservation } from "#lib/booking/reservations/service.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(
  businessReservations.createBusinessReservation,
  (ctx, { params, body }) => createReservation(ctx, body, params.businessId),
  viewReservation,
);
