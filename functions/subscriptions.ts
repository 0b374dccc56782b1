import { type Subscription, subscriptionsOf } from "#core/queue/contract.ts";
import { workers } from "./manifest.ts";

/** Which worker gets which events. What is deployed has the value in place of this file. */
export const subscriptions: Subscription[] = subscriptionsOf(workers);
