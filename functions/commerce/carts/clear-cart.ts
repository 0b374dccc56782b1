import { lambda } from "#functions/lambda.ts";
import { changingCart, clearCart } from "#lib/commerce/carts/service.ts";
import { takeBack } from "#lib/commerce/orders/holds.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda([carts.clearCart, storefrontCarts.clearVisitorCart], (ctx, { params }) =>
  changingCart(ctx, params, takeBack, (open) => clearCart(ctx, open)),
);
