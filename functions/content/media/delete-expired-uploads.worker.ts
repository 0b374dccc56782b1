import { scheduled } from "#core/queue/scheduled.ts";
import { deleteExpiredUploads } from "#lib/content/media/cleanup.ts";
import { mediaWorkers } from "./routes.ts";

export const handler = scheduled(mediaWorkers.deleteExpiredUploads, deleteExpiredUploads);
