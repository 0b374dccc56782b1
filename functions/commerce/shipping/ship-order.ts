import { lambda } from "#functions/lambda.ts";
import { shipOrder } from "#lib/commerce/shipping/ship.ts";
import { orderShipping } from "./routes.ts";

export const handler = lambda(orderShipping.shipOrder, (ctx, { params, body }) =>
  shipOrder(ctx, params.storeId, params.orderId, body),
);
