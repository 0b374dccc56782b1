import { batchWorker } from "#core/queue/worker.ts";
import { countSums } from "#lib/system/sums/service.ts";
import { sumWorkers } from "./routes.ts";

export const handler = batchWorker(sumWorkers.countSums, countSums);
