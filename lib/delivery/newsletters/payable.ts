import type { Payable } from "#lib/money/payments/payable.ts";
import { reconcilePlanPayment } from "./plan-payments.ts";

/** What the payments domain needs to know of newsletter plans. */
export const planPayable: Payable = {
  name: "newsletter plan",
  owns: (reference) => reference.includes(":nsub_"),
  applyPayment: (ctx, tenantId, reference, paymentId) =>
    reconcilePlanPayment(ctx, tenantId, reference, paymentId),
};
