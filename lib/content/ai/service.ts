// Asks a language model, or one of this process where none is set, within a budget.

import { optionalEnv } from "#core/env.ts";
import { logger } from "#core/log.ts";
import { type AiRequest, TIMEOUT_MS } from "./request.ts";

interface AiAnswer<T> {
  answer: T;
  /** Who answered: the answer of the embedded default says that it is one. */
  provider: "bedrock" | "embedded";
  model: string;
}

/** Whether something can be asked of a model, and which one. */
type AiProvider = (model: string, request: Omit<AiRequest<unknown>, "embedded">) => Promise<unknown>;

const EMBEDDED = "embedded-default";

/**
 * Asks the configured model (`AI_MODEL`); where there is none, or it does not answer in the form that was asked for,
 * the embedded default answers.
 */
export async function askAi<T>(
  { embedded, ...request }: AiRequest<T>,
  provider: AiProvider = bedrock,
): Promise<AiAnswer<T>> {
  const model = optionalEnv("AI_MODEL");
  if (model) {
    try {
      const result = request.answer.safeParse(await inTime(provider(model, request), request.patience));
      if (result.success) return { answer: result.data, provider: "bedrock", model };
      logger.warn("the model's answer has another form", {
        model,
        problem: result.error.message.slice(0, 500),
      });
    } catch (error) {
      logger.warn("the model did not answer", {
        model,
        problem: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return { answer: embedded(), provider: "embedded", model: EMBEDDED };
}

async function inTime<A>(answer: Promise<A>, patience = TIMEOUT_MS): Promise<A> {
  let late: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`No answer came within ${patience} ms.`)), patience);
  });
  try {
    return await Promise.race([answer, ended]);
  } finally {
    clearTimeout(late);
  }
}

const bedrock: AiProvider = async (model, request) => {
  // Loaded here alone: whoever runs without a model never pays for this client.
  const { converse } = await import("./bedrock.ts");
  return converse(model, request);
};
