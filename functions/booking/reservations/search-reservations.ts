import { lambda } from "#functions/lambda.ts";
import { searchReservations } from "#lib/booking/reservations/search.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(reservations.searchReservations, (ctx, { query }) =>
  searchReservations(ctx, query),
);
