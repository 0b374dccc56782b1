import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Takes away what a deleted contact had: the event, and again while there is more to do or to look for. */
export const ForgetContact = message("forgetContact", Event.extend({ last: z.boolean().optional() }));

/** Gives the orders of a contact to the one that it turned out to be: the event, and again as long as it takes. */
export const FollowContact = message("followContact", Event.extend({ last: z.boolean().optional() }));
