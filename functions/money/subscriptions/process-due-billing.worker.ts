import { scheduled } from "#core/queue/scheduled.ts";
import { processDueBilling } from "#lib/money/subscriptions/sandbox-desk.ts";
import { subscriptionWorkers } from "./routes.ts";

export const handler = scheduled(subscriptionWorkers.processDueBilling, processDueBilling);
