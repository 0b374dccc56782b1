import { worker } from "#core/queue/worker.ts";
import { removeSubscribers } from "#lib/delivery/newsletters/membership.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = worker(newsletterWorkers.removeSubscribers, (ctx, event) =>
  removeSubscribers(ctx, event),
);
