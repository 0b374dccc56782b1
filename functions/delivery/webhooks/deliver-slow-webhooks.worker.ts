import { worker } from "#core/queue/worker.ts";
import { serveEndpoint } from "#lib/delivery/webhooks/run.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = worker(webhookWorkers.deliverSlowWebhooks, (ctx, message) =>
  serveEndpoint(ctx, message),
);
