import { lambda } from "#functions/lambda.ts";
import { showSubscription } from "#lib/money/subscriptions/service.ts";
import { subscriptions } from "./routes.ts";

export const handler = lambda(subscriptions.showSubscription, (ctx, { params }) =>
  showSubscription(ctx, params.businessId),
);
