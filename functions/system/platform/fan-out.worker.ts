import { fanOut } from "#core/queue/fan-out.ts";
import { subscriptions } from "#functions/subscriptions.ts";

export const handler = fanOut(subscriptions);
