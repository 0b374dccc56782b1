import { lambda } from "#functions/lambda.ts";
import { createOrder } from "#lib/commerce/orders/create-order.ts";
import { viewCheckout } from "#lib/commerce/orders/new-order.ts";
import { orders } from "./routes.ts";

export const handler = lambda(
  orders.createOrder,
  (ctx, { params, body }) => createOrder(ctx, params.storeId, body),
  viewCheckout,
);
