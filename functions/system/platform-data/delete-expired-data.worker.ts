import { dueWorker } from "#core/due/worker.ts";
import { expiredData } from "#lib/system/platform-data/expired.ts";
import { platformDataWorkers } from "./routes.ts";

export const handler = dueWorker(platformDataWorkers.deleteExpiredData, [expiredData]);
