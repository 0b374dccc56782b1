import { worker } from "#core/queue/worker.ts";
import { notifyOrder } from "#lib/commerce/orders/notify.ts";
import { orderWorkers } from "./workers.ts";

export const handler = worker(orderWorkers.notifyOrder, notifyOrder);
