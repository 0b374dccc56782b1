import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

export const RemoveBusinessEntries = message(
  "removeBusinessEntries",
  z.object({ business_id: z.string(), collection_id: z.string(), last: z.boolean().optional() }),
);
export type RemoveBusinessEntries = BodyOf<typeof RemoveBusinessEntries>;
