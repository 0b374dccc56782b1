import { worker } from "#core/queue/worker.ts";
import { fileOrder } from "#lib/commerce/orders/file.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.fileOrder, fileOrder);
