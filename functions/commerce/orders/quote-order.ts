import { lambda } from "#core/http/lambda.ts";
import { quoteItems } from "#lib/commerce/carts/quote.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.quoteOrder, (ctx, { params, body }) =>
  quoteItems(ctx, params.storeId, body),
);
