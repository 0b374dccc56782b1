import { fanOut } from "#core/queue/fan-out.ts";
import { hearings } from "#functions/hearings.ts";
import { subscriptions } from "#functions/subscriptions.ts";

export const handler = fanOut(subscriptions, hearings);
