import { lambda } from "#functions/lambda.ts";
import { viewCheckout } from "#lib/commerce/orders/answer.ts";
import { checkoutCart } from "#lib/commerce/orders/checkout.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(
  storefrontCarts.checkoutVisitorCart,
  (ctx, { params, body }) => checkoutCart(ctx, { ...params, side: "visitor" }, body),
  viewCheckout,
);
