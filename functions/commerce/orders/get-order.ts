import { lambda } from "#functions/lambda.ts";
import { getOrder } from "#lib/commerce/orders/service.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.getOrder, (ctx, { params }) =>
  getOrder(ctx, params.storeId, params.orderId),
);
