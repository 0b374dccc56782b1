import { dueWorker } from "#core/due/worker.ts";
import { idleContacts } from "#lib/commerce/orders/forget.ts";
import { dueOrders } from "#lib/commerce/orders/holds.ts";
import { orderWorkers } from "./workers.ts";

export const handler = dueWorker(orderWorkers.processDueOrders, [dueOrders, idleContacts]);
