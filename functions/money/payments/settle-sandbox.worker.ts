import { dueWorker } from "#core/due/worker.ts";
import { delayedCharges } from "#lib/money/payments/sandbox-desk.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = dueWorker(paymentWorkers.settleSandbox, [delayedCharges]);
