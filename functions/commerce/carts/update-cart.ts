import { lambda } from "#functions/lambda.ts";
import { updateCart } from "#lib/commerce/carts/service.ts";
import { changingCart } from "#lib/commerce/orders/reopen.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.updateCart, (ctx, { params, body }) => {
  const at = { ...params, side: "operator" as const };
  return changingCart(ctx, at, (open) => updateCart(ctx, open, body));
});
