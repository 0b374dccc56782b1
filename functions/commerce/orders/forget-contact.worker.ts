import { worker } from "#core/queue/worker.ts";
import { forgetContact } from "#lib/commerce/orders/forget.ts";
import { orderWorkers } from "./workers.ts";

export const handler = worker(orderWorkers.forgetContact, (ctx, message) => forgetContact(ctx, message));
