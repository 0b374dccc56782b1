import { lambda } from "#functions/lambda.ts";
import { addOrderNote } from "#lib/commerce/orders/annotations.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.addOrderNote, (ctx, { params, body }) =>
  addOrderNote(ctx, params.storeId, params.orderId, body.text),
);
