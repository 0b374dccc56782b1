import { worker } from "#core/queue/worker.ts";
import { unfileServices } from "#lib/booking/bookables/cascade.ts";
import { serviceWorkers } from "./routes.ts";

export const handler = worker(serviceWorkers.unfileServices, (ctx, event) => unfileServices(ctx, event));
