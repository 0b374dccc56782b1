import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Deletes the bytes of a deleted file or store; queued again while there is more to do. */
export const PurgeFiles = message("purgeFiles", Event);

/** Updates the usage of files after a change of a record. */
export const TrackUsage = message("trackUsage", Event);
