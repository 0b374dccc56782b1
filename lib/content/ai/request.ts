import type * as z from "zod";

/** Milliseconds that a model may take unless the request says. */
export const TIMEOUT_MS = 25_000;

export interface AiMessage {
  role: "user" | "assistant";
  content: string;
}

export interface AiRequest<T> {
  /** What the model is, what it must do and in which form it answers. */
  instructions: string;
  /** The conversation, oldest first; its last message is the user's. */
  messages: AiMessage[];
  /** What the answer must be; without it, text. Sent to the model as the JSON it is to answer. */
  answer: z.ZodType<T>;
  /** Longest answer in tokens. */
  maxTokens?: number;
  /** Milliseconds that the model may take; 25,000 unless said. */
  within?: number;
  /** The answer of the embedded default, which needs no model and no network. */
  embedded: () => T;
}
