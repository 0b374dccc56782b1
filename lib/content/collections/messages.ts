import * as z from "zod";
import { type Body, message } from "#core/queue/message.ts";

/** Removes the entries of a deleted collection; the worker is the entries' own, which build on collections. */
export const RemoveEntries = message(
  "removeEntries",
  z.object({ store_id: z.string(), collection_id: z.string(), last: z.boolean().optional() }),
);
export type RemoveEntries = Body<typeof RemoveEntries>;
