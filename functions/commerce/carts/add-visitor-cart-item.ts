import { lambda } from "#functions/lambda.ts";
import { addItem } from "#lib/commerce/carts/service.ts";
import { changingCart } from "#lib/commerce/orders/reopen.ts";
import { storefrontCarts } from "./routes.ts";

export const handler = lambda(storefrontCarts.addVisitorCartItem, (ctx, { params, body }) => {
  const at = { ...params, side: "visitor" as const };
  return changingCart(ctx, at, (open) => addItem(ctx, open, body));
});
