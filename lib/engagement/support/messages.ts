import * as z from "zod";
import { type Body, message } from "#core/queue/message.ts";

/** Lets the AI answer a message whose request died; `sequence` is the message's. */
export const AnswerVisitor = message(
  "answerVisitor",
  z.object({ store_id: z.string(), conversation_id: z.string(), sequence: z.int() }),
);
export type AnswerVisitor = Body<typeof AnswerVisitor>;
