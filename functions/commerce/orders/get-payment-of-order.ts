import { lambda } from "#functions/lambda.ts";
import { getPaymentOfOrder } from "#lib/commerce/orders/new-order.ts";
import { orders, storefrontOrders } from "./routes.ts";

export const handler = lambda(
  [orders.getPaymentOfOrder, storefrontOrders.getOrderPayment],
  (ctx, { params }) => getPaymentOfOrder(ctx, params.storeId, params.orderId),
);
