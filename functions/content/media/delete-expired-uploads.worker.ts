import { dueWorker } from "#core/due/worker.ts";
import { expiredUploads } from "#lib/content/media/cleanup.ts";
import { mediaWorkers } from "./routes.ts";

export const handler = dueWorker(mediaWorkers.deleteExpiredUploads, [expiredUploads]);
