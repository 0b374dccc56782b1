import { lambda } from "#core/http/lambda.ts";
import { choosePlan } from "#lib/money/subscriptions/service.ts";
import { subscriptions } from "./routes.ts";

export const handler = lambda(subscriptions.subscribeToPlan, (ctx, { params, body }) =>
  choosePlan(ctx, params.businessId, body),
);
