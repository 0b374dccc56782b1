import { worker } from "#core/queue/worker.ts";
import { sendNewsletter } from "#lib/delivery/newsletters/sender.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = worker(newsletterWorkers.sendNewsletter, sendNewsletter);
