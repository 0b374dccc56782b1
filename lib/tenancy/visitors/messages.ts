import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Notes with customers what they come to, by which lists sort them: it has changed. */
export const NoteTotals = message(
  "noteTotals",
  z.object({
    tenant_id: z.string(),
    ids: z.array(z.string()),
    /** Times that it was put off, because a customer was not there yet. */
    again: z.int().default(0),
  }),
);

/** Gives all that a customer has to the one into whom staff joined it, and looks once more for what came meanwhile. */
export const MoveJoined = message(
  "moveJoined",
  z.object({
    tenant_id: z.string(),
    into: z.string(),
    from: z.string(),
    last: z.boolean().default(false),
  }),
);

/** Takes away what is filed under a deleted contact: the event, and again while there is more to do or to look for. */
export const ForgetFiled = message("forgetFiled", Event.extend({ last: z.boolean().optional() }));

/** Deletes those who were joined into a contact that is deleted. */
export const ForgetJoined = message(
  "forgetJoined",
  z.object({ tenant_id: z.string(), ids: z.array(z.string()) }),
);
