import { dueWorker } from "#core/due/worker.ts";
import { dueBooks } from "#lib/money/subscriptions/sandbox-billing.ts";
import { subscriptionWorkers } from "./routes.ts";

export const handler = dueWorker(subscriptionWorkers.processDueBilling, [dueBooks]);
