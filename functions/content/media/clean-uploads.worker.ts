import { scheduled } from "#core/queue/scheduled.ts";
import { cleanUploads } from "#lib/content/media/cleanup.ts";
import { mediaWorkers } from "./routes.ts";

export const handler = scheduled(mediaWorkers.cleanUploads, cleanUploads);
