import { lambda } from "#functions/lambda.ts";
import { reactivateSubscription } from "#lib/money/subscriptions/service.ts";
import { subscriptions } from "./routes.ts";

export const handler = lambda(subscriptions.reactivateSubscription, (ctx, { params }) =>
  reactivateSubscription(ctx, params.businessId),
);
