import { lambda } from "#functions/lambda.ts";
import { addItem, withEditableCart } from "#lib/commerce/carts/service.ts";
import { takeBack } from "#lib/commerce/orders/holds.ts";
import { carts, storefrontCarts } from "./routes.ts";

export const handler = lambda(
  [carts.addCartItem, storefrontCarts.addVisitorCartItem],
  (ctx, { params, body }) => withEditableCart(ctx, params, takeBack, (open) => addItem(ctx, open, body)),
);
