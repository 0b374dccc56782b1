import { lambda } from "#functions/lambda.ts";
import { checkout, viewCheckout } from "#lib/booking/reservations/checkout.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(
  reservations.checkoutReservation,
  (ctx, { body }) => checkout(ctx, body),
  viewCheckout,
);
