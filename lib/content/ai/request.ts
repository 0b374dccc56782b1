import type * as z from "zod";

/** Milliseconds that a model may take by default. */
export const TIMEOUT_MS = 25_000;

export interface AiMessage {
  role: "user" | "assistant";
  content: string;
}

export interface AiRequest<T> {
  /** The role and task of the model, and the form of its answer. */
  instructions: string;
  /** The conversation, oldest first, ending with the user's message. */
  messages: AiMessage[];
  /** The schema of the answer; the model gets it as a JSON schema. */
  answer: z.ZodType<T>;
  /** Longest answer in tokens. */
  maxTokens?: number;
  /** Milliseconds that the model may take; 25,000 by default. */
  within?: number;
  /** Computes an answer without a model or network, for when no model answers. */
  embedded: () => T;
}
