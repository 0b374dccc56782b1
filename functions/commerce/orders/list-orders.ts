import { lambda } from "#functions/lambda.ts";
import { listOrders } from "#lib/commerce/orders/service.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.listOrders, (ctx, { params, query }) =>
  listOrders(ctx, params.storeId, query),
);
