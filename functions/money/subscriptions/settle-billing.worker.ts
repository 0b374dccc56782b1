import { worker } from "#core/queue/worker.ts";
import { settleBilling } from "#lib/money/subscriptions/sandbox-billing.ts";
import { subscriptionWorkers } from "./routes.ts";

export const handler = worker(subscriptionWorkers.settleBilling, settleBilling);
