import { worker } from "#core/queue/worker.ts";
import { unfileProducts } from "#lib/commerce/products/cascade.ts";
import { productWorkers } from "./routes.ts";

export const handler = worker(productWorkers.unfileProducts, (ctx, event) => unfileProducts(ctx, event));
