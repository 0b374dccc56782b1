import { lambda } from "#core/http/lambda.ts";
import { receivePaymentEvent } from "#lib/money/payments/callback.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.receivePaymentEvent, (ctx, { params, query, bytes, headers }) =>
  receivePaymentEvent(ctx, { name: params.provider, store: query.store }, bytes, headers),
);
