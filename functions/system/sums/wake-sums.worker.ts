import { dueWorker } from "#core/due/worker.ts";
import { dueSums } from "#lib/system/sums/service.ts";
import { sumWorkers } from "./routes.ts";

export const handler = dueWorker(sumWorkers.wakeSums, [dueSums]);
