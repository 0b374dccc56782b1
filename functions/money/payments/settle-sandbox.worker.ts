import { due } from "#core/due/worker.ts";
import { delayedCharges } from "#lib/money/payments/sandbox-desk.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = due(paymentWorkers.settleSandbox, [delayedCharges]);
