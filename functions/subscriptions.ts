import type { Subscription } from "#core/queue/contract.ts";
import { workers } from "./manifest.ts";

/** Which worker gets which events. What is deployed has the value in place of this file. */
export const subscriptions: Subscription[] = workers
  .filter(({ on, watches, counts }) => on ?? watches ?? counts)
  .map(({ id, on, watches, counts, crowdTo }) => ({ id, on, watches, counts, crowdTo }));
