import { scheduled } from "#core/queue/scheduled.ts";
import { tendBilling } from "#lib/money/subscriptions/desk.ts";
import { subscriptionWorkers } from "./routes.ts";

export const handler = scheduled(subscriptionWorkers.tendBilling, tendBilling);
