import { lambda } from "#functions/lambda.ts";
import { removeItem } from "#lib/commerce/carts/service.ts";
import { changingCart } from "#lib/commerce/orders/reopen.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.removeCartItem, (ctx, { params, body }) => {
  const at = { ...params, side: "operator" as const };
  return changingCart(ctx, at, (open) => removeItem(ctx, open, body));
});
