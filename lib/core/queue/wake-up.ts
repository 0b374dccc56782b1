import * as z from "zod";

/** A wake-up message: names of changed records of one kind and tenant, each once, without their content. */
export const WakeUp = z.object({
  tenant_id: z.string(),
  kind: z.string(),
  of: z.array(z.string()),
  /** How often the message was postponed, because a record was not there yet. */
  again: z.int().default(0),
});
export type WakeUp = z.output<typeof WakeUp>;
