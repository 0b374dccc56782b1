import { fanOut } from "#core/queue/fan-out.ts";
import { subscriptions } from "#functions/subscriptions.ts";
import { hearings } from "#lib/system/platform/hearings.ts";

export const handler = fanOut(subscriptions, hearings);
