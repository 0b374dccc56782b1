import { scheduled } from "#core/queue/scheduled.ts";
import { wakePublications } from "#lib/engagement/social/tick.ts";
import { socialWorkers } from "./routes.ts";

export const handler = scheduled(socialWorkers.wakePublications, wakePublications);
