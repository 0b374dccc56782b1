import { lambda } from "#functions/lambda.ts";
import { receiveEvent } from "#lib/money/subscriptions/callback.ts";
import { payments } from "./routes.ts";

export const handler = lambda(payments.receivePaymentEvent, (ctx, { params, query, bytes, headers }) =>
  receiveEvent(ctx, { name: params.provider, store: query.store }, bytes, headers),
);
