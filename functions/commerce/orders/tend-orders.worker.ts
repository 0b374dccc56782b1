import { scheduled } from "#core/queue/scheduled.ts";
import { tendOrders } from "#lib/commerce/orders/tend.ts";
import { orderWorkers } from "./routes.ts";

export const handler = scheduled(orderWorkers.tendOrders, tendOrders);
