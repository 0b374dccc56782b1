import { scheduled } from "#core/queue/scheduled.ts";
import { wakeWebhooks } from "#lib/delivery/webhooks/endpoint.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = scheduled(webhookWorkers.wakeWebhooks, wakeWebhooks);
