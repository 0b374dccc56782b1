import { worker } from "#core/queue/worker.ts";
import { activatePaid } from "#lib/delivery/newsletters/paid.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = worker(newsletterWorkers.activatePaid, activatePaid);
