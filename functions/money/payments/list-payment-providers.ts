import { lambda } from "#functions/lambda.ts";
import { listProviders } from "#lib/money/payments/providers.ts";
import { paymentProviders } from "./routes.ts";

export const handler = lambda(paymentProviders.listPaymentProviders, (ctx, { params }) =>
  listProviders(ctx, params.storeId),
);
