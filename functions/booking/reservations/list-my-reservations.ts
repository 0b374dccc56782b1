import { lambda } from "#functions/lambda.ts";
import { listMyReservations } from "#lib/booking/reservations/list.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(reservations.listMyReservations, (ctx, { query }) =>
  listMyReservations(ctx, query),
);
