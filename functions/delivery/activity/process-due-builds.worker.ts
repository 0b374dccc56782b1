import { scheduled } from "#core/queue/scheduled.ts";
import { processDueBuilds } from "#lib/delivery/activity/builds.ts";
import { eventWorkers } from "./routes.ts";

export const handler = scheduled(eventWorkers.processDueBuilds, processDueBuilds);
