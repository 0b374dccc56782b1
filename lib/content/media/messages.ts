import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Deletes the objects of a deleted file or store; queued again while any are left. */
export const PurgeFiles = message("purgeFiles", Event);

/** Updates the list of records that use a file, after a change of such a record. */
export const TrackUsage = message("trackUsage", Event);
