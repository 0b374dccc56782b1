import { lambda } from "#functions/lambda.ts";
import { tagOrder } from "#lib/commerce/orders/annotations.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.tagOrder, (ctx, { params, body }) =>
  tagOrder(ctx, params.storeId, params.orderId, body.tags),
);
