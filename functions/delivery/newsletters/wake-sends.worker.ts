import { scheduled } from "#core/queue/scheduled.ts";
import { wakeSends } from "#lib/delivery/newsletters/each-minute.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = scheduled(newsletterWorkers.wakeSends, wakeSends);
