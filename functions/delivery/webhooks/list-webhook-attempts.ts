import { lambda } from "#functions/lambda.ts";
import { listAttempts } from "#lib/delivery/webhooks/attempts.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.listWebhookAttempts, (ctx, { params, query }) =>
  listAttempts(ctx, params.storeId, params.webhookId, query),
);
