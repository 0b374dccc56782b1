import { lambda } from "#functions/lambda.ts";
import { listCarts } from "#lib/commerce/carts/staff-carts.ts";
import { carts } from "./routes.ts";

export const handler = lambda(carts.listCarts, (ctx, { params, query }) =>
  listCarts(ctx, params.storeId, query),
);
