import { subscriptions } from "#functions/subscriptions.ts";
import { fanOut } from "#lib/system/platform/fan-out.ts";

export const handler = fanOut(subscriptions);
