import { lambda } from "#functions/lambda.ts";
import { quoteCart } from "#lib/commerce/carts/quote.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda([carts.quoteCart, storefrontCarts.quoteVisitorCart], (ctx, { params, body }) =>
  quoteCart(ctx, params, body),
);
