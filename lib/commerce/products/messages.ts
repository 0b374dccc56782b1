import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** The event of a deleted taxonomy, sent again while there are more products. */
export const UnfileProducts = message("unfileProducts", Event);

/** Imports the products of a file, sent again while there are more. */
export const RunImport = message("runImport", z.object({ store_id: z.string(), import_id: z.string() }));
