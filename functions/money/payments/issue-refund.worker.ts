import { worker } from "#core/queue/worker.ts";
import { issueRefund } from "#lib/money/payments/refunds.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = worker(paymentWorkers.issueRefund, issueRefund);
