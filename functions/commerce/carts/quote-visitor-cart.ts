import { lambda } from "#functions/lambda.ts";
import { quoteCart } from "#lib/commerce/carts/quote.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(storefrontCarts.quoteVisitorCart, (ctx, { params, body }) =>
  quoteCart(ctx, { ...params, side: "visitor" }, body),
);
