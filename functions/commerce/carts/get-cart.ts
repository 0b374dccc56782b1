import { lambda } from "#functions/lambda.ts";
import { getCart } from "#lib/commerce/carts/service.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda([carts.getCart, storefrontCarts.getVisitorCart], (ctx, { params, query }) =>
  getCart(ctx, params, query.token),
);
