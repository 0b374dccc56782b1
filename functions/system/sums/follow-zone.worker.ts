import { worker } from "#core/queue/worker.ts";
import { followZone } from "#lib/system/sums/service.ts";
import { sumWorkers } from "./routes.ts";

export const handler = worker(sumWorkers.followZone, followZone);
