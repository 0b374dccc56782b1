import { lambda } from "#functions/lambda.ts";
import { changeFromPage } from "#lib/booking/reservations/page.ts";
import { reservationPages } from "./routes.ts";

export const handler = lambda(reservationPages.changeFromReservationPage, (ctx, { params, bytes }) =>
  changeFromPage(ctx, params.reservationToken, bytes),
);
