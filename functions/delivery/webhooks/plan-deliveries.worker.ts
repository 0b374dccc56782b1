import { batchWorker } from "#core/queue/worker.ts";
import { planDeliveries } from "#lib/delivery/webhooks/plan.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = batchWorker(webhookWorkers.planDeliveries, planDeliveries);
