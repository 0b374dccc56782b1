import * as z from "zod";

/** Work for the `purge` queue. */
export const PurgeMessage = z.union([
  z.object({ kind: z.literal("partitions"), partitions: z.array(z.string()) }),
  z.object({ kind: z.literal("tenant"), tenant_id: z.string() }),
  z.object({ kind: z.literal("person"), person_id: z.string() }),
]);
export type PurgeMessage = z.output<typeof PurgeMessage>;
