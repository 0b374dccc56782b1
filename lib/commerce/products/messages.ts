import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** Takes a deleted taxonomy off the products: the event, and again while there is more to do. */
export const UnfileProducts = message("unfileProducts", Event);

/** Makes and changes the products of a file: again while there is more of it. */
export const RunImport = message("runImport", z.object({ store_id: z.string(), import_id: z.string() }));
