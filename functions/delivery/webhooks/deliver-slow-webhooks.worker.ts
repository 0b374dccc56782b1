import { worker } from "#core/queue/worker.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/deliver-webhooks.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = worker(webhookWorkers.deliverSlowWebhooks, (ctx, message) =>
  deliverWebhooks(ctx, message),
);
