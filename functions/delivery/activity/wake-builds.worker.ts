import { scheduled } from "#core/queue/scheduled.ts";
import { wakeBuilds } from "#lib/delivery/activity/builds.ts";
import { eventWorkers } from "./routes.ts";

export const handler = scheduled(eventWorkers.wakeBuilds, wakeBuilds);
