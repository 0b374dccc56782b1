import { worker } from "#core/queue/worker.ts";
import { purgeFiles } from "#lib/content/media/cleanup.ts";
import { mediaWorkers } from "./routes.ts";

export const handler = worker(mediaWorkers.purgeFiles, purgeFiles);
