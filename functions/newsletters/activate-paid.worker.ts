import { worker } from "#core/queue/worker.ts";
import { activatePaid } from "#lib/newsletters/membership.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = worker(newsletterWorkers.activatePaid, activatePaid);
