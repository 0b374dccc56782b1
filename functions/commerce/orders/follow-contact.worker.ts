import { worker } from "#core/queue/worker.ts";
import { followContact } from "#lib/commerce/orders/customer-index.ts";
import { orderWorkers } from "./workers.ts";

export const handler = worker(orderWorkers.followContact, followContact);
