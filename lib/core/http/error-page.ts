import { html } from "#core/html.ts";
import type { Language } from "#core/texts/language.ts";
import { pageTexts } from "#core/texts/pages.ts";
import { htmlPage } from "./html-page.ts";
import { type LambdaReply, rawReply } from "./reply.ts";

/**
 * The page that a browser sees in place of an error: its status in words, without codes.
 *
 * @param reply the answer that any other caller would get
 */
export function errorPage(reply: LambdaReply, language: Language = "en"): LambdaReply {
  const status = reply.statusCode;
  const { title, text } = textsOf(status, language);
  const main = html`<h1>${title}</h1><p>${text}</p>`;
  const page = htmlPage({ language, title, main, status });
  return rawReply(
    { ...page, headers: { ...reply.headers, ...page.headers } },
    reply.headers["x-request-id"] ?? "",
  );
}

function textsOf(status: number, language: Language) {
  const { gone, refused, busy, failed } = pageTexts(language);
  if (status === 429 || status === 503) return busy;
  if (status >= 500) return failed;
  return status === 409 ? refused : gone;
}
