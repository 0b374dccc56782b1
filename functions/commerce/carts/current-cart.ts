import { lambda } from "#functions/lambda.ts";
import { currentCart } from "#lib/commerce/carts/current.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(storefrontCarts.currentCart, (ctx, { params, body }) =>
  currentCart(ctx, params.storeId, body),
);
