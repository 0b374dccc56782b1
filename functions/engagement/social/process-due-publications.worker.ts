import { scheduled } from "#core/queue/scheduled.ts";
import { processDuePublications } from "#lib/engagement/social/due.ts";
import { socialWorkers } from "./routes.ts";

export const handler = scheduled(socialWorkers.processDuePublications, processDuePublications);
