import { lambda } from "#functions/lambda.ts";
import { getPaymentOfOrder } from "#lib/commerce/orders/answer.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.getPaymentOfOrder, (ctx, { params }) =>
  getPaymentOfOrder(ctx, params.storeId, params.orderId),
);
