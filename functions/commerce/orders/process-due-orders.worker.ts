import { scheduled } from "#core/queue/scheduled.ts";
import { processDueOrders } from "#lib/commerce/orders/due.ts";
import { orderWorkers } from "./routes.ts";

export const handler = scheduled(orderWorkers.processDueOrders, processDueOrders);
