import { lambda } from "#functions/lambda.ts";
import { checkoutCart } from "#lib/commerce/orders/checkout.ts";
import { viewCheckout } from "#lib/commerce/orders/new-order.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda(
  [carts.checkoutCart, storefrontCarts.checkoutVisitorCart],
  (ctx, { params, body }) => checkoutCart(ctx, params, body),
  viewCheckout,
);
