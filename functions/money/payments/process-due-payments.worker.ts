import { dueWorker } from "#core/due/worker.ts";
import { duePages } from "#lib/money/payments/due.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = dueWorker(paymentWorkers.processDuePayments, [duePages]);
