import { lambda } from "#core/http/lambda.ts";
import { getReservation } from "#lib/reservations/service.ts";
import { viewReservation } from "#lib/reservations/view.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(
  businessReservations.getBusinessReservation,
  (ctx, { params }) => getReservation(ctx, params.reservationId, params.businessId),
  viewReservation,
);
