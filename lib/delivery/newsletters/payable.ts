import type { Payable } from "#lib/money/payments/payable.ts";
import { reconcilePlanPayment } from "./plan-payments.ts";

/** Paid plans of newsletters as payments know them. */
export const planPayable: Payable = {
  name: "newsletter plan",
  owns: (reference) => reference.includes(":nsub_"),
  applyPayment: (ctx, tenantId, reference, paymentId) =>
    reconcilePlanPayment(ctx, tenantId, reference, paymentId),
};
