import { worker } from "#core/queue/worker.ts";
import { followReservation } from "#lib/commerce/orders/cancel.ts";
import { orderWorkers } from "./workers.ts";

export const handler = worker(orderWorkers.followReservation, followReservation);
