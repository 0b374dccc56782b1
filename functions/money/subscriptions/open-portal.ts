import { lambda } from "#functions/lambda.ts";
import { openPortal } from "#lib/money/subscriptions/service.ts";
import { subscriptions } from "./routes.ts";

export const handler = lambda(subscriptions.openPortal, (ctx, { params, body }) =>
  openPortal(ctx, params.businessId, body.returnUrl),
);
