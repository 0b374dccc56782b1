import { lambda } from "#functions/lambda.ts";
import { clearCart } from "#lib/commerce/carts/service.ts";
import { changingCart } from "#lib/commerce/orders/reopen.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.clearCart, (ctx, { params }) => {
  const at = { ...params, side: "operator" as const };
  return changingCart(ctx, at, (open) => clearCart(ctx, open));
});
