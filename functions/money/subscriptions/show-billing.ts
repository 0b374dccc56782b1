import { lambda } from "#functions/lambda.ts";
import { showBilling } from "#lib/money/subscriptions/sandbox-billing.ts";
import { plans } from "./routes.ts";

export const handler = lambda(plans.showBilling, (ctx, { params }) => showBilling(ctx, params.billingId));
