import { lambda } from "#functions/lambda.ts";
import { getCart } from "#lib/commerce/carts/service.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.getCart, (ctx, { params }) =>
  getCart(ctx, { ...params, side: "operator" }),
);
