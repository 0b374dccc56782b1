import { worker } from "#core/queue/worker.ts";
import { runImport } from "#lib/commerce/products/run-import.ts";
import { productWorkers } from "./routes.ts";

export const handler = worker(productWorkers.runImport, (ctx, message) => runImport(ctx, message));
