import { dueWorker } from "#core/due/worker.ts";
import { dueBuilds } from "#lib/delivery/activity/builds.ts";
import { eventWorkers } from "./routes.ts";

export const handler = dueWorker(eventWorkers.processDueBuilds, [dueBuilds]);
