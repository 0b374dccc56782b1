import { lambda } from "#functions/lambda.ts";
import { askOwnReturn } from "#lib/commerce/orders/parcels.ts";
import { storefrontOrders } from "./routes.ts";

export const handler = lambda(storefrontOrders.askOwnReturn, (ctx, { params, body }) =>
  askOwnReturn(ctx, params.storeId, params.orderId, body),
);
