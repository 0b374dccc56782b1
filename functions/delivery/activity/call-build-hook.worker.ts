import { worker } from "#core/queue/worker.ts";
import { callBuildHook } from "#lib/delivery/activity/builds.ts";
import { eventWorkers } from "./routes.ts";

export const handler = worker(eventWorkers.callBuildHook, callBuildHook);
