import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Deletes the bytes of a deleted file or store: the event, and again while there is more to do. */
export const PurgeFiles = message("purgeFiles", Event);

/** A change of a record that may refer to files. */
export const TrackUsage = message("trackUsage", Event);
