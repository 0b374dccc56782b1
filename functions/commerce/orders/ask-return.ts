import { lambda } from "#functions/lambda.ts";
import { askReturn } from "#lib/commerce/orders/parcels.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.askReturn, (ctx, { params, body }) =>
  askReturn(ctx, params.storeId, params.orderId, body),
);
