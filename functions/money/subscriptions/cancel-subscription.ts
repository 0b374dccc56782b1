import { lambda } from "#functions/lambda.ts";
import { cancelSubscription } from "#lib/money/subscriptions/service.ts";
import { subscriptions } from "./routes.ts";

export const handler = lambda(subscriptions.cancelSubscription, (ctx, { params, query }) =>
  cancelSubscription(ctx, params.businessId, query.immediately ?? false),
);
