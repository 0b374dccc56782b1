import * as z from "zod";

/** Records of one kind of one tenant that have changed, each once: their names, and nothing of what they say. */
export const WakeUp = z.object({
  tenant_id: z.string(),
  kind: z.string(),
  of: z.array(z.string()),
  /** Times that it was put off, because something was not there yet. */
  again: z.int().default(0),
});
export type WakeUp = z.output<typeof WakeUp>;
