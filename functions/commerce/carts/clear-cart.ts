import { lambda } from "#functions/lambda.ts";
import { clearCart, withEditableCart } from "#lib/commerce/carts/service.ts";
import { cancelCheckout } from "#lib/commerce/orders/holds.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda([carts.clearCart, storefrontCarts.clearVisitorCart], (ctx, { params }) =>
  withEditableCart(ctx, params, cancelCheckout, (open) => clearCart(ctx, open)),
);
