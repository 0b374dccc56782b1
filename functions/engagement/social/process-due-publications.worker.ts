import { dueWorker } from "#core/due/worker.ts";
import { duePublications, stillAttempts } from "#lib/engagement/social/due.ts";
import { socialWorkers } from "./routes.ts";

export const handler = dueWorker(socialWorkers.processDuePublications, [duePublications, stillAttempts]);
