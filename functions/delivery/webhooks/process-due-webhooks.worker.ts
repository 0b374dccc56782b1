import { due } from "#core/due/worker.ts";
import { dueEndpoints } from "#lib/delivery/webhooks/endpoint.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = due(webhookWorkers.processDueWebhooks, [dueEndpoints]);
