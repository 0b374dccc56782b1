import { lambda } from "#functions/lambda.ts";
import { getOrderSlips } from "#lib/commerce/orders/bulk.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.getOrderSlips, (ctx, { params, query }) =>
  getOrderSlips(ctx, params.storeId, query.ids),
);
