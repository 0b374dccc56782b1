import { worker } from "#core/queue/worker.ts";
import { notifyEscalation } from "#lib/engagement/support/notify.ts";
import { supportWorkers } from "./routes.ts";

export const handler = worker(supportWorkers.notifyEscalation, notifyEscalation);
