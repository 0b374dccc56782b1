import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** The event of a deleted contact, sent again while there is more to delete. */
export const ForgetContact = message("forgetContact", Event.extend({ last: z.boolean().optional() }));

/** The event of a merged or proven contact, sent again while there are more orders to move. */
export const FollowContact = message("followContact", Event.extend({ last: z.boolean().optional() }));
