import { worker } from "#core/queue/worker.ts";
import { recordMailEvents } from "#lib/delivery/mail/ses-events.ts";
import { mailWorkers } from "./routes.ts";

export const handler = worker(mailWorkers.recordMailEvents, recordMailEvents);
