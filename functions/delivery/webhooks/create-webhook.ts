import { lambda } from "#core/http/lambda.ts";
import { createWebhook } from "#lib/delivery/webhooks/service.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.createWebhook, (ctx, { params, body }) =>
  createWebhook(ctx, params.storeId, body),
);
