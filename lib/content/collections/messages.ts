import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

/** Deletes the entries of a deleted collection. The worker is in lib/content/entries, which imports this folder. */
export const RemoveEntries = message(
  "removeEntries",
  z.object({ store_id: z.string(), collection_id: z.string(), last: z.boolean().optional() }),
);
export type RemoveEntries = BodyOf<typeof RemoveEntries>;
