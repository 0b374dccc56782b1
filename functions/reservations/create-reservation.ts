import { lambda } from "#core/http/lambda.ts";
import { createReservation } from "#lib/reservations/service.ts";
import { viewReservation } from "#lib/reservations/view.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(
  reservations.createReservation,
  (ctx, { body }) => createReservation(ctx, body),
  viewReservation,
);
