import { worker } from "#core/queue/worker.ts";
import { followContact } from "#lib/commerce/orders/file.ts";
import { orderWorkers } from "./workers.ts";

export const handler = worker(orderWorkers.followContact, followContact);
