import { lambda } from "#functions/lambda.ts";
import { mailReservation } from "#lib/booking/reservations/mail-again.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(businessReservations.mailReservation, (ctx, { params, body }) =>
  mailReservation(ctx, params.businessId, params.reservationId, body),
);
