import { lambda } from "#functions/lambda.ts";
import { decideReturn } from "#lib/commerce/orders/parcels.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.decideReturn, (ctx, { params, body }) =>
  decideReturn(ctx, params, body),
);
