import { worker } from "#core/queue/worker.ts";
import { resendRange } from "#lib/delivery/webhooks/resend.ts";
import { webhookWorkers } from "./routes.ts";

export const handler = worker(webhookWorkers.resendRange, resendRange);
