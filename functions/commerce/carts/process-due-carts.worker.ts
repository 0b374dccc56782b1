import { scheduled } from "#core/queue/scheduled.ts";
import { processDueCarts } from "#lib/commerce/carts/due.ts";
import { cartWorkers } from "./routes.ts";

export const handler = scheduled(cartWorkers.processDueCarts, processDueCarts);
