import type { Language } from "#core/texts/language.ts";
import type { Operation } from "./contract.ts";
import type { LambdaReply } from "./reply.ts";

/** The answer to a failed request: a page where a browser opened a link to a page, or else the reply. */
export async function failureReply(
  { returns }: Operation,
  accept: string | undefined,
  reply: LambdaReply,
  language: Language | undefined,
): Promise<LambdaReply> {
  if (returns !== "html" || !/\btext\/html\b/i.test(accept ?? "")) return reply;
  // Loaded only when needed: otherwise every function would load the code for pages.
  const { errorPage } = await import("./error-page.ts");
  return errorPage(reply, language);
}
