import { lambda } from "#functions/lambda.ts";
import { createReservation } from "#lib/booking/reservations/service.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(
  reservations.createReservation,
  (ctx, { body }) => createReservation(ctx, body),
  viewReservation,
);
