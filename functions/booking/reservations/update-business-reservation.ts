import { lambda } from "#functions/lambda.ts";
import { updateReservation } from "#lib/booking/reservations/change.ts";
import { viewReservation } from "#lib/booking/reservations/view.ts";
import { orderPaymentBalance } from "#lib/commerce/orders/payable.ts";
import { businessReservations } from "./routes.ts";

export const handler = lambda(
  businessReservations.updateBusinessReservation,
  (ctx, { params: { reservationId: id, businessId }, body }) =>
    updateReservation(ctx, { id, businessId }, body, orderPaymentBalance),
  viewReservation,
);
