import { lambda } from "#functions/lambda.ts";
import { createWebhook } from "#lib/delivery/webhooks/service.ts";
import { withKnownEvents } from "#lib/system/platform/known-events.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.createWebhook, (ctx, { params, body }) =>
  createWebhook(ctx, params.storeId, withKnownEvents(body)),
);
