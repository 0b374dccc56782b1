import { lambda } from "#functions/lambda.ts";
import { viewCheckout } from "#lib/commerce/orders/answer.ts";
import { checkoutCart } from "#lib/commerce/orders/checkout.ts";
import { carts } from "./routes.ts";

export const handler = lambda(
  carts.checkoutCart,
  (ctx, { params, body }) => checkoutCart(ctx, { ...params, side: "operator" }, body),
  viewCheckout,
);
