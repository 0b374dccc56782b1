import { lambda } from "#functions/lambda.ts";
import { getCart } from "#lib/commerce/carts/service.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(storefrontCarts.getVisitorCart, (ctx, { params, query }) =>
  getCart(ctx, { ...params, side: "visitor" }, query.token),
);
