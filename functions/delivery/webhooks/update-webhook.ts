import { lambda } from "#functions/lambda.ts";
import { updateWebhook } from "#lib/delivery/webhooks/service.ts";
import { withKnownEvents } from "#lib/system/platform/known-events.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.updateWebhook, (ctx, { params, body }) =>
  updateWebhook(ctx, params.storeId, params.webhookId, withKnownEvents(body)),
);
