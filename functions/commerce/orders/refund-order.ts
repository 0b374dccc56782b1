import { lambda } from "#functions/lambda.ts";
import { refundOrder } from "#lib/commerce/orders/payable.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.refundOrder, (ctx, { params, body }) =>
  refundOrder(ctx, params.storeId, params.orderId, body),
);
