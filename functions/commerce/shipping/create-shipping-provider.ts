import { lambda } from "#functions/lambda.ts";
import { createShippingProvider } from "#lib/commerce/shipping/connections.ts";
import { shippingProviders } from "./routes.ts";

export const handler = lambda(shippingProviders.createShippingProvider, (ctx, { params, body }) =>
  createShippingProvider(ctx, params.storeId, body),
);
