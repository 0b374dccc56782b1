import { worker } from "#core/queue/worker.ts";
import { indexOrder } from "#lib/commerce/orders/customer-index.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.indexOrder, indexOrder);
