import { lambda } from "#core/http/lambda.ts";
import { receivePaymentEvent } from "#lib/money/payments/service.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.receivePaymentEvent, (ctx, { params, bytes, headers }) =>
  receivePaymentEvent(ctx, params.provider, bytes, headers),
);
