import { worker } from "#core/queue/worker.ts";
import { followContact } from "#lib/commerce/orders/contacts.ts";
import { orderWorkers } from "./routes.ts";

export const handler = worker(orderWorkers.followContact, followContact);
