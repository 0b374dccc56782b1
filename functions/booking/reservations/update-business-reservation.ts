import { lambda } from "#functions/lambda.ts";
import { updateReservation } from "#lib/booking/reservations/change.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(
  businessReservations.updateBusinessReservation,
  (ctx, { params, body }) => updateReservation(ctx, params.reservationId, body, params.businessId),
  viewReservation,
);
