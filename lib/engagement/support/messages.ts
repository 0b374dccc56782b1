import * as z from "zod";
import { type BodyOf, message } from "#core/queue/message.ts";

/** Makes a worker answer by AI if the visitor's request died; `sequence` is that of the visitor's message. */
export const AnswerVisitor = message(
  "answerVisitor",
  z.object({ store_id: z.string(), conversation_id: z.string(), sequence: z.int() }),
);
export type AnswerVisitor = BodyOf<typeof AnswerVisitor>;
