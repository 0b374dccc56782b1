import { worker } from "#core/queue/worker.ts";
import { purge } from "#lib/system/deletion/service.ts";
import { platformWorkers } from "./routes.ts";

export const handler = worker(platformWorkers.purge, purge);
