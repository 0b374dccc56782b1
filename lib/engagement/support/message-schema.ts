import * as z from "zod";

/** Work for the queue that answers by AI what a request that died left open. */
export const AnswerDue = z.object({
  store_id: z.string(),
  conversation_id: z.string(),
  /** Sequence of the visitor's message. */
  sequence: z.int(),
});
export type AnswerDue = z.output<typeof AnswerDue>;
