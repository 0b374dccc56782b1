import { lambda } from "#functions/lambda.ts";
import { testWebhook } from "#lib/delivery/webhooks/test-webhook.ts";
import { webhookTests } from "./routes.ts";

export const handler = lambda(webhookTests.testWebhook, (ctx, { params, body }) =>
  testWebhook(ctx, params.businessId, body),
);
