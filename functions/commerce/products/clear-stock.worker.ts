import { worker } from "#core/queue/worker.ts";
import { clearStock } from "#lib/commerce/products/cascade.ts";
import { productWorkers } from "./routes.ts";

export const handler = worker(productWorkers.clearStock, (ctx, event) => clearStock(ctx, event));
