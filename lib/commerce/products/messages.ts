import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Takes a deleted taxonomy off the products: the event, and again while there is more to do. */
export const UnfileProducts = message("unfileProducts", Event);
