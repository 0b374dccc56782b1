import { lambda } from "#functions/lambda.ts";
import { sendParcel } from "#lib/commerce/shipping/send-parcel.ts";
import { orderShipping } from "./routes.ts";

export const handler = lambda(orderShipping.sendParcel, (ctx, { params, body }) =>
  sendParcel(ctx, params.storeId, params.orderId, body),
);
