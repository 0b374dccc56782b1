import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Takes a deleted taxonomy off the nodes: the event, and again while there is more to do. */
export const UnfileNodes = message("unfileNodes", Event);

/** Moves the children of a deleted node up: the event, and again while there is more to do. */
export const LiftChildren = message("liftChildren", Event.extend({ last: z.boolean().optional() }));
