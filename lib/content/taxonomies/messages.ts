import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

export const RemoveTaxonomyChildren = message(
  "removeTaxonomyChildren",
  z.object({ store_id: z.string(), taxonomy_id: z.string(), last: z.boolean().optional() }),
);
export type RemoveTaxonomyChildren = BodyOf<typeof RemoveTaxonomyChildren>;
