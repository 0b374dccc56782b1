import { scheduled } from "#core/queue/scheduled.ts";
import { deleteExpiredData } from "#lib/system/platform-data/expired.ts";
import { platformDataWorkers } from "./routes.ts";

export const handler = scheduled(platformDataWorkers.deleteExpiredData, deleteExpiredData);
