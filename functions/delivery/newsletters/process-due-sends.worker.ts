import { scheduled } from "#core/queue/scheduled.ts";
import { processDueSends } from "#lib/delivery/newsletters/due.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = scheduled(newsletterWorkers.processDueSends, processDueSends);
