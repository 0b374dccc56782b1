import { lambda } from "#core/http/lambda.ts";
import { listOwnReservations } from "#lib/booking/reservations/list.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(reservations.listMyReservations, (ctx, { query }) =>
  listOwnReservations(ctx, query),
);
