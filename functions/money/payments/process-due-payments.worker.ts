import { due } from "#core/due/worker.ts";
import { duePages } from "#lib/money/payments/due.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = due(paymentWorkers.processDuePayments, [duePages]);
