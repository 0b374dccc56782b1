import { lambda } from "#core/http/lambda.ts";
import { PAYABLES } from "#functions/payables.ts";
import { comeBack } from "#lib/money/payments/return.ts";
import { paymentReturns } from "./routes.ts";

export const handler = lambda(paymentReturns.returnFromPayment, (ctx, { params, query }) =>
  comeBack(ctx, params.returnId, query.cancelled ?? false, PAYABLES),
);
