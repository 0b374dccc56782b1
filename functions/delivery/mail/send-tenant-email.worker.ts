import { deliverMessage } from "#core/mail/deliver.ts";
import { worker } from "#core/queue/worker.ts";
import { mailWorkers } from "./routes.ts";

export const handler = worker(mailWorkers.sendTenantEmail, deliverMessage);
