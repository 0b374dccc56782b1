import { worker } from "#core/queue/worker.ts";
import { removeSocialRecords } from "#lib/engagement/social/cascade.ts";
import { socialWorkers } from "./routes.ts";

export const handler = worker(socialWorkers.removeSocialRecords, removeSocialRecords);
