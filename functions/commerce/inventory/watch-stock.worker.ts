import { worker } from "#core/queue/worker.ts";
import { watchStock } from "#lib/commerce/inventory/watch.ts";
import { inventoryWorkers } from "./routes.ts";

export const handler = worker(inventoryWorkers.watchStock, (ctx, level) => watchStock(ctx, level));
