import { lambda } from "#functions/lambda.ts";
import { getOrderPayment } from "#lib/commerce/orders/answer.ts";
import { storefrontOrders } from "./routes.ts";

export const handler = lambda(storefrontOrders.getOrderPayment, (ctx, { params }) =>
  getOrderPayment(ctx, params.storeId, params.orderId),
);
