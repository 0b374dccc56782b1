import { lambda } from "#functions/lambda.ts";
import { updateCart, withEditableCart } from "#lib/commerce/carts/service.ts";
import { cancelCheckout } from "#lib/commerce/orders/holds.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda(
  [carts.updateCart, storefrontCarts.updateVisitorCart],
  (ctx, { params, body }) =>
    withEditableCart(ctx, params, cancelCheckout, (open) => updateCart(ctx, open, body)),
);
