import { worker } from "#core/queue/worker.ts";
import { runBuilds } from "#lib/delivery/activity/builds.ts";
import { eventWorkers } from "./routes.ts";

export const handler = worker(eventWorkers.runBuilds, runBuilds);
