import { scheduled } from "#core/queue/scheduled.ts";
import { wakePublications } from "#lib/engagement/social/each-minute.ts";
import { socialWorkers } from "./routes.ts";

export const handler = scheduled(socialWorkers.wakePublications, wakePublications);
