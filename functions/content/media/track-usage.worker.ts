import { worker } from "#core/queue/worker.ts";
import { trackUsage } from "#lib/system/media-usage/service.ts";
import { mediaWorkers } from "./routes.ts";

export const handler = worker(mediaWorkers.trackUsage, (ctx, event) => trackUsage(ctx, event));
