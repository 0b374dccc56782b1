import { lambda } from "#functions/lambda.ts";
import { receiveCallback } from "#lib/money/subscriptions/callback.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.receivePaymentEvent, (ctx, { params, query, bytes, headers }) =>
  receiveCallback(ctx, { name: params.provider, store: query.store }, bytes, headers),
);
