import { lambda } from "#functions/lambda.ts";
import { listWebhooks } from "#lib/delivery/webhooks/service.ts";
import { webhooks } from "./routes.ts";

export const handler = lambda(webhooks.listWebhooks, (ctx, { params }) => listWebhooks(ctx, params.storeId));
