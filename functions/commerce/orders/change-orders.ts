import { lambda } from "#functions/lambda.ts";
import { changeOrders } from "#lib/commerce/orders/bulk.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.changeOrders, (ctx, { params, body }) =>
  changeOrders(ctx, params.storeId, body),
);
