import type { Language } from "#core/texts/language.ts";
import type { Operation } from "./contract.ts";
import type { Result } from "./reply.ts";

/** The answer to a failed request: a page for a browser that followed a link to one, else the reply as it is. */
export async function failureReply(
  { returns }: Operation,
  accept: string | undefined,
  reply: Result,
  language: Language | undefined,
): Promise<Result> {
  if (returns !== "html" || !/\btext\/html\b/i.test(accept ?? "")) return reply;
  // Loaded here alone: what draws pages would be in every function.
  const { errorPage } = await import("./error-page.ts");
  return errorPage(reply, language);
}
