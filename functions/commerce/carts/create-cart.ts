import { lambda } from "#functions/lambda.ts";
import { createCart } from "#lib/commerce/carts/staff-carts.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.createCart, (ctx, { params, body }) =>
  createCart(ctx, params.storeId, body),
);
