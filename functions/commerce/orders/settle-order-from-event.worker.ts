import { worker } from "#core/queue/worker.ts";
import { settleOrderFromEvent } from "#lib/commerce/orders/sync.ts";
import { orderWorkers } from "./routes.ts";

export const handler = worker(orderWorkers.settleOrderFromEvent, settleOrderFromEvent);
