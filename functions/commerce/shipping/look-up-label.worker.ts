import { worker } from "#core/queue/worker.ts";
import { lookUpLabel } from "#lib/commerce/shipping/purchase.ts";
import { shippingWorkers } from "./routes.ts";

export const handler = worker(shippingWorkers.lookUpLabel, lookUpLabel);
