import { lambda } from "#functions/lambda.ts";
import { getReservation } from "#lib/booking/reservations/service.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(
  reservations.getReservation,
  (ctx, { params }) => getReservation(ctx, params.reservationId),
  viewReservation,
);
