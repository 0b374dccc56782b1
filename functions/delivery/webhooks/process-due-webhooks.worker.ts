import { scheduled } from "#core/queue/scheduled.ts";
import { processDueWebhooks } from "#lib/delivery/webhooks/endpoint.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = scheduled(webhookWorkers.processDueWebhooks, processDueWebhooks);
