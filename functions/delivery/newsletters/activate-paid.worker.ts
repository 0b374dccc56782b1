import { worker } from "#core/queue/worker.ts";
import { activatePaid } from "#lib/delivery/newsletters/plan-payments.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = worker(newsletterWorkers.activatePaid, activatePaid);
