import { lambda } from "#functions/lambda.ts";
import { showReservationPage } from "#lib/booking/reservations/page.ts";
import { reservationPages } from "./routes.ts";

export const handler = lambda(reservationPages.showReservationPage, (ctx, { params }) =>
  showReservationPage(ctx, params.reservationToken),
);
