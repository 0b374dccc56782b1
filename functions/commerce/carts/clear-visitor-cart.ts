import { lambda } from "#functions/lambda.ts";
import { clearCart } from "#lib/commerce/carts/service.ts";
import { changingCart } from "#lib/commerce/orders/reopen.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(storefrontCarts.clearVisitorCart, (ctx, { params }) => {
  const at = { ...params, side: "visitor" as const };
  return changingCart(ctx, at, (open) => clearCart(ctx, open));
});
