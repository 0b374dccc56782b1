import { dueWorker } from "#core/due/worker.ts";
import { dueCarts } from "#lib/commerce/carts/due.ts";
import { cartWorkers } from "./routes.ts";

export const handler = dueWorker(cartWorkers.processDueCarts, [dueCarts]);
