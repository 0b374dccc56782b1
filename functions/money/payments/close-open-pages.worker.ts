import { worker } from "#core/queue/worker.ts";
import { closeOpenPages } from "#lib/money/payments/due.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = worker(paymentWorkers.closeOpenPages, closeOpenPages);
