import { lambda } from "#functions/lambda.ts";
import { PAYABLES } from "#functions/payables.ts";
import { returnFromPayment } from "#lib/money/payments/payment-return.ts";
import { paymentReturns } from "./routes.ts";

export const handler = lambda(paymentReturns.returnFromPayment, (ctx, { params, query }) =>
  returnFromPayment(ctx, params.returnId, query.cancelled ?? false, PAYABLES),
);
