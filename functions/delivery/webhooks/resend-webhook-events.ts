import { lambda } from "#functions/lambda.ts";
import { resendEvents } from "#lib/delivery/webhooks/resend.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.resendWebhookEvents, (ctx, { params, body }) =>
  resendEvents(ctx, params.storeId, params.webhookId, body),
);
