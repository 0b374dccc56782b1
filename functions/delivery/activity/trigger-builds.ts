import { lambda } from "#functions/lambda.ts";
import { triggerBuilds } from "#lib/delivery/activity/builds.ts";
import { businessEvents } from "./routes.ts";

export const handler = lambda(businessEvents.triggerBuilds, (ctx, { params }) =>
  triggerBuilds(ctx, params.businessId),
);
