import { lambda } from "#functions/lambda.ts";
import { getOwnOrder } from "#lib/commerce/orders/service.ts";
import { storefrontOrders } from "./routes.ts";

export const handler = lambda(storefrontOrders.getOwnOrder, (ctx, { params }) =>
  getOwnOrder(ctx, params.storeId, params.orderId),
);
