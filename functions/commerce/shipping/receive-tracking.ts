import { lambda } from "#functions/lambda.ts";
import { receiveTracking } from "#lib/commerce/shipping/tracking.ts";
import { publicShipping } from "./routes.ts";

export const handler = lambda(publicShipping.receiveTracking, (ctx, { params, bytes }) =>
  receiveTracking(ctx, params.provider, params.callbackToken, bytes),
);
