import { scheduled } from "#core/queue/scheduled.ts";
import { tendPayments } from "#lib/money/payments/tend.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = scheduled(paymentWorkers.tendPayments, tendPayments);
