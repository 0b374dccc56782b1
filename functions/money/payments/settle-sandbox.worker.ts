import { dueWorker } from "#core/due/worker.ts";
import { delayedCharges } from "#lib/money/payments/sandbox-checkout.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = dueWorker(paymentWorkers.settleSandbox, [delayedCharges]);
