import { lambda } from "#functions/lambda.ts";
import { listOwnOrders } from "#lib/commerce/orders/service.ts";
import { storefrontOrders } from "./routes.ts";

export const handler = lambda(storefrontOrders.listOwnOrders, (ctx, { params, query }) =>
  listOwnOrders(ctx, params.storeId, query),
);
