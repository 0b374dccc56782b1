import { scheduled } from "#core/queue/scheduled.ts";
import { sweepPlatformData } from "#lib/system/platform-data/sweep.ts";
import { platformDataWorkers } from "./routes.ts";

export const handler = scheduled(platformDataWorkers.sweepPlatformData, sweepPlatformData);
