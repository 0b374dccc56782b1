import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** The event of a deleted taxonomy, sent again while there are more services. */
export const UnfileServices = message("unfileServices", Event);

/** The event of a deleted taxonomy, sent again while there are more providers. */
export const UnfileProviders = message("unfileProviders", Event);
