import { scheduled } from "#core/queue/scheduled.ts";
import { processDuePayments } from "#lib/money/payments/due.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = scheduled(paymentWorkers.processDuePayments, processDuePayments);
