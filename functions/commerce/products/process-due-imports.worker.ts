import { dueWorker } from "#core/due/worker.ts";
import { dueImports } from "#lib/commerce/products/import-due.ts";
import { productWorkers } from "./routes.ts";

export const handler = dueWorker(productWorkers.processDueImports, [dueImports]);
