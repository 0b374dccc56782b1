import { worker } from "#core/queue/worker.ts";
import { sendEmail } from "#lib/delivery/mail/deliver.ts";
import { mailWorkers } from "./routes.ts";

export const handler = worker(mailWorkers.sendEmail, sendEmail);
