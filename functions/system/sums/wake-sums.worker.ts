import { due } from "#core/due/worker.ts";
import { dueSums } from "#lib/system/sums/service.ts";
import { sumWorkers } from "./routes.ts";

export const handler = due(sumWorkers.wakeSums, [dueSums]);
