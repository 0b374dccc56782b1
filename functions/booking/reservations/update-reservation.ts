import { lambda } from "#functions/lambda.ts";
import { updateReservation } from "#lib/booking/reservations/change.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { orderPaymentBalance } from "#lib/commerce/orders/payable.ts";
import { reservations } from "./routes.ts";

export const handler = lambda(
  reservations.updateReservation,
  (ctx, { params, body }) => updateReservation(ctx, { id: params.reservationId }, body, orderPaymentBalance),
  viewReservation,
);
