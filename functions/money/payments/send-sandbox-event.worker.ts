import { worker } from "#core/queue/worker.ts";
import { sendSandboxEvent } from "#lib/money/payments/sandbox-checkout.ts";
import { paymentWorkers } from "./routes.ts";

export const handler = worker(paymentWorkers.sendSandboxEvent, sendSandboxEvent);
