import { lambda } from "#functions/lambda.ts";
import { removeItem } from "#lib/commerce/carts/service.ts";
import { changingCart } from "#lib/commerce/orders/reopen.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(storefrontCarts.removeVisitorCartItem, (ctx, { params, body }) => {
  const at = { ...params, side: "visitor" as const };
  return changingCart(ctx, at, (open) => removeItem(ctx, open, body));
});
