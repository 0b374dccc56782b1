import { lambda } from "#functions/lambda.ts";
import { PAYABLES } from "#functions/payables.ts";
import { refundPayment } from "#lib/money/payments/refunds.ts";
import { businessPayments } from "./routes.ts";

export const handler = lambda(businessPayments.refundPayment, (ctx, { params, body }) =>
  refundPayment(ctx, params.businessId, body, PAYABLES),
);
