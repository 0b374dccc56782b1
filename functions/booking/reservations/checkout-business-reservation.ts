import { lambda } from "#functions/lambda.ts";
import { checkout, viewCheckout } from "#lib/booking/reservations/checkout.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(
  businessReservations.checkoutBusinessReservation,
  (ctx, { params, body }) => checkout(ctx, body, params.businessId),
  viewCheckout,
);
