import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Takes a deleted taxonomy off the services: the event, and again while there is more to do. */
export const UnfileServices = message("unfileServices", Event);

/** Takes a deleted taxonomy off the providers: the event, and again while there is more to do. */
export const UnfileProviders = message("unfileProviders", Event);
