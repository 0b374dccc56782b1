import { worker } from "#core/queue/worker.ts";
import { tendSums } from "#lib/system/sums/service.ts";
import { sumWorkers } from "./routes.ts";

export const handler = worker(sumWorkers.tendSums, (ctx, message, { until }) =>
  tendSums(ctx, message, until),
);
