import { lambda } from "#functions/lambda.ts";
import { mailOrder } from "#lib/commerce/orders/notify.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.mailOrder, (ctx, { params, body }) =>
  mailOrder(ctx, params.storeId, params.orderId, body),
);
