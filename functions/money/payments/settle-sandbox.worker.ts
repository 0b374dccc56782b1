import { scheduled } from "#core/queue/scheduled.ts";
import { settleSandbox } from "#lib/money/payments/sandbox-desk.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = scheduled(paymentWorkers.settleSandbox, settleSandbox);
