import { lambda } from "#functions/lambda.ts";
import { quote } from "#lib/booking/reservations/quote.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(businessReservations.quoteBusinessReservation, (ctx, { params, body }) =>
  quote(ctx, body, params.businessId),
);
