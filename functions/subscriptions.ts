import { type Subscription, subscriptionsOf } from "#core/queue/contract.ts";
import { workers } from "./manifest.ts";

/** The events of each worker. The build replaces this module by its value. */
export const subscriptions: Subscription[] = subscriptionsOf(workers);
