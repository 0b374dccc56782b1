import { lambda } from "#functions/lambda.ts";
import { listPlans } from "#lib/money/subscriptions/service.ts";
import { plans } from "./routes.ts";

export const handler = lambda(plans.listPlans, async () => listPlans());
