import { dueWorker } from "#core/due/worker.ts";
import { dueEndpoints } from "#lib/delivery/webhooks/endpoint.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = dueWorker(webhookWorkers.processDueWebhooks, [dueEndpoints]);
