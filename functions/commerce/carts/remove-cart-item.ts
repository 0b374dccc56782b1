import { lambda } from "#functions/lambda.ts";
import { removeItem, withEditableCart } from "#lib/commerce/carts/service.ts";
import { cancelCheckout } from "#lib/commerce/orders/holds.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda(
  [carts.removeCartItem, storefrontCarts.removeVisitorCartItem],
  (ctx, { params, body }) =>
    withEditableCart(ctx, params, cancelCheckout, (open) => removeItem(ctx, open, body)),
);
