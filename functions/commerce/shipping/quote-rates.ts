import { lambda } from "#functions/lambda.ts";
import { quoteRates } from "#lib/commerce/shipping/rates.ts";
import { orderShipping } from "./routes.ts";

export const handler = lambda(orderShipping.quoteRates, (ctx, { params, body }) =>
  quoteRates(ctx, params.storeId, params.orderId, body),
);
