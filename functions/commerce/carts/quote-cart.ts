import { lambda } from "#functions/lambda.ts";
import { quoteCart } from "#lib/commerce/carts/quote.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.quoteCart, (ctx, { params, body }) =>
  quoteCart(ctx, { ...params, side: "operator" }, body),
);
