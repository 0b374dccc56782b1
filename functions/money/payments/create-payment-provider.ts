import { lambda } from "#functions/lambda.ts";
import { createProvider } from "#lib/money/payments/providers.ts";
import { paymentProviders } from "./routes.ts";

export const handler = lambda(paymentProviders.createPaymentProvider, (ctx, { params, body }) =>
  createProvider(ctx, params.storeId, body),
);
