import { worker } from "#core/queue/worker.ts";
import { recordMailEvent } from "#lib/delivery/notifications/events.ts";
import { notificationWorkers } from "./routes.ts";

export const handler = worker(notificationWorkers.recordMailEvents, recordMailEvent);
