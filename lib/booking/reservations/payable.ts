import { readTogether } from "#core/dynamo/read.ts";
import type { Payable } from "#lib/money/payments/payable.ts";
import { refundableAmount } from "#lib/money/payments/reversals.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { RESERVATION } from "./errors.ts";
import { reconcileReservationPayment } from "./reconcile-payment.ts";
import { customerMayCancel, isConfirmed } from "./states.ts";
import { reservations } from "./table.ts";

export const reservationPayable: Payable = {
  name: "reservation",
  owns: (reference) => reference.startsWith("rsv_"),
  applyPayment: (ctx, tenantId, reference, paymentId) =>
    reconcileReservationPayment(ctx, tenantId, reference, paymentId),
  notFound: () => RESERVATION.NOT_FOUND(),
  refundableBalance: async (ctx, businessId, id) => {
    const found = await reservations.find({ businessId, id }, ctx);
    if (!found) return undefined;
    const [payment] = await readTogether([paymentRead(businessId, found.payment?.id ?? "")], ctx);
    const customerMay = customerMayCancel(found, ctx.now()) && !isConfirmed(found.status);
    return {
      left: payment ? refundableAmount(payment) : 0,
      customerMayCancel: customerMay,
      unchangedCheck: reservations.check(found),
    };
  },
};
