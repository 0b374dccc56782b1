import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

/** Deletes the entries of a deleted collection. Its worker is in `entries`, which imports this domain. */
export const RemoveEntries = message(
  "removeEntries",
  z.object({ store_id: z.string(), collection_id: z.string(), last: z.boolean().optional() }),
);
export type RemoveEntries = BodyOf<typeof RemoveEntries>;
