import { lambda } from "#functions/lambda.ts";
import { refundLabel } from "#lib/commerce/shipping/shipments.ts";
import { orderShipping } from "./routes.ts";

export const handler = lambda(orderShipping.refundLabel, (ctx, { params }) =>
  refundLabel(ctx, params.storeId, params.orderId, params.shipmentId),
);
