import { lambda } from "#functions/lambda.ts";
import { updateShipment } from "#lib/commerce/shipping/shipments.ts";
import { orderShipping } from "./routes.ts";

export const handler = lambda(orderShipping.updateShipment, (ctx, { params, body }) =>
  updateShipment(ctx, params.storeId, params.orderId, params.shipmentId, body),
);
