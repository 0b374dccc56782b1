import { lambda } from "#functions/lambda.ts";
import { updateOrder } from "#lib/commerce/orders/change.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.updateOrder, (ctx, { params, body }) =>
  updateOrder(ctx, params.storeId, params.orderId, body),
);
