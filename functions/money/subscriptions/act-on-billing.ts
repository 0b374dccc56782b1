import { lambda } from "#functions/lambda.ts";
import { actOnBilling } from "#lib/money/subscriptions/sandbox-billing.ts";
import { plans } from "./routes.ts";

export const handler = lambda(plans.actOnBilling, (ctx, { params, bytes }) =>
  actOnBilling(ctx, params.billingId, bytes),
);
