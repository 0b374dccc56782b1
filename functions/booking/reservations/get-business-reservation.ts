import { lambda } from "#functions/lambda.ts";
import { getReservation } from "#lib/booking/reservations/service.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(
  businessReservations.getBusinessReservation,
  (ctx, { params }) => getReservation(ctx, params.reservationId, params.businessId),
  viewReservation,
);
