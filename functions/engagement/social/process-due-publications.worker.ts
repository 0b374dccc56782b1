import { dueWorker } from "#core/due/worker.ts";
import { duePublications, stalledAttempts } from "#lib/engagement/social/due.ts";
import { socialWorkers } from "./routes.ts";

export const handler = dueWorker(socialWorkers.processDuePublications, [duePublications, stalledAttempts]);
