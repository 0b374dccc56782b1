import { lambda } from "#functions/lambda.ts";
import { quoteOrder } from "#lib/commerce/carts/quote.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.quoteOrder, (ctx, { params, body }) =>
  quoteOrder(ctx, params.storeId, body),
);
