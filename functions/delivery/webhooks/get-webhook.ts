import { lambda } from "#functions/lambda.ts";
import { getWebhook } from "#lib/delivery/webhooks/service.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.getWebhook, (ctx, { params }) =>
  getWebhook(ctx, params.storeId, params.webhookId),
);
