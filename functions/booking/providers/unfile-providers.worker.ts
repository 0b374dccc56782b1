import { worker } from "#core/queue/worker.ts";
import { unfileProviders } from "#lib/booking/bookables/cascade.ts";
import { providerWorkers } from "./routes.ts";

export const handler = worker(providerWorkers.unfileProviders, (ctx, event) => unfileProviders(ctx, event));
