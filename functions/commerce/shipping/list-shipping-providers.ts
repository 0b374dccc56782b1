import { lambda } from "#functions/lambda.ts";
import { listShippingProviders } from "#lib/commerce/shipping/connections.ts";
import { shippingProviders } from "./routes.ts";

export const handler = lambda(shippingProviders.listShippingProviders, (ctx, { params }) =>
  listShippingProviders(ctx, params.storeId),
);
