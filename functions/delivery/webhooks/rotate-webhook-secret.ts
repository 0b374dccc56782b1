import { lambda } from "#functions/lambda.ts";
import { rotateSecret } from "#lib/delivery/webhooks/service.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.rotateWebhookSecret, (ctx, { params, body }) =>
  rotateSecret(ctx, params.storeId, params.webhookId, body),
);
