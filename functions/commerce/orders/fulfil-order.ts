import { lambda } from "#functions/lambda.ts";
import { fulfilOrder } from "#lib/commerce/orders/parcels.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.fulfilOrder, (ctx, { params, body }) =>
  fulfilOrder(ctx, params.storeId, params.orderId, body),
);
