import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Removes a deleted taxonomy from nodes; queued again while there is more to do. */
export const UnfileNodes = message("unfileNodes", Event);

/** Moves the children of a deleted node up; queued again while there is more to do. */
export const LiftChildren = message("liftChildren", Event.extend({ last: z.boolean().optional() }));
