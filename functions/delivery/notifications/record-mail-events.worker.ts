import { worker } from "#core/queue/worker.ts";
import { recordMailEvents } from "#lib/delivery/notifications/events.ts";
import { notificationWorkers } from "./routes.ts";

export const handler = worker(notificationWorkers.recordMailEvents, recordMailEvents);
