import { scheduled } from "#core/queue/scheduled.ts";
import { wakeSums } from "#lib/system/sums/service.ts";
import { sumWorkers } from "./routes.ts";

export const handler = scheduled(sumWorkers.wakeSums, wakeSums);
