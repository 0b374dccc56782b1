import { lambda } from "#functions/lambda.ts";
import { subscribeToPlan } from "#lib/money/subscriptions/service.ts";
import { subscriptions } from "./routes.ts";

export const handler = lambda(
  [subscriptions.subscribeToPlan, subscriptions.subscribeToPlanByPut, subscriptions.subscribeToPlanByAlias],
  (ctx, { params, body }) => subscribeToPlan(ctx, params.businessId, body),
);
