import { lambda } from "#functions/lambda.ts";
import { addItem, withEditableCart } from "#lib/commerce/carts/service.ts";
import { cancelCheckout } from "#lib/commerce/orders/holds.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda(
  [carts.addCartItem, storefrontCarts.addVisitorCartItem],
  (ctx, { params, body }) =>
    withEditableCart(ctx, params, cancelCheckout, (open) => addItem(ctx, open, body)),
);
