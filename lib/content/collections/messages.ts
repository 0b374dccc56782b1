import * as z from "zod";
import { type Body, message } from "#core/queue/message.ts";

/** Removes the entries of a deleted collection. Its worker belongs to entries, which import collections. */
export const RemoveEntries = message(
  "removeEntries",
  z.object({ store_id: z.string(), collection_id: z.string(), last: z.boolean().optional() }),
);
export type RemoveEntries = Body<typeof RemoveEntries>;
