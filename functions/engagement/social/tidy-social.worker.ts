import { worker } from "#core/queue/worker.ts";
import { tidy } from "#lib/engagement/social/tidy.ts";
import { socialWorkers } from "./routes.ts";

export const handler = worker(socialWorkers.tidySocial, tidy);
