import type { Context } from "#core/context.ts";
import { escapeHtml } from "#core/html.ts";
import { htmlPage } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { socialTexts } from "./texts.ts";

/** What a browser sees after a sign-in that began nowhere in particular: no script, nothing from elsewhere. */
export function signInPage(ctx: Context, status: string, message: string): RawReply {
  const language = ctx.language ?? "en";
  const { connected, failed, almost, close } = socialTexts(language).signIn;
  const title = status === "connected" ? connected : status === "failed" ? failed : almost;
  const main = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p>${escapeHtml(close)}</p>`;
  return htmlPage({ language, title, main });
}
