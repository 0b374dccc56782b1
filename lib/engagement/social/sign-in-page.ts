import type { Context } from "#core/context.ts";
import { html } from "#core/html.ts";
import { htmlPage } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { socialTexts } from "./texts.ts";

/**
 * Asks before an account is connected: which store gets it, and what that store may do. The page has no logo or colours
 * of the store, because a stranger may have created the store.
 */
export function consentPage(ctx: Context, business: Business, network: string): RawReply {
  const language = languageFor(ctx, business);
  const { question } = socialTexts(language);
  const { name } = letterheadOf(business, language);
  const title = question.title(network);
  const paragraphs = [question.text(network, name, business.key), question.warning].map(
    (text) => html`<p>${text}</p>`,
  );
  const buttons = html`<button class="go" name="action" value="connect">${question.yes(name)}</button><button name="action" value="cancel">${question.no}</button>`;
  const main = html`<h1>${title}</h1>${paragraphs}<form method="post">${buttons}</form>`;
  return htmlPage({ language, title, main });
}

/** The web page after a sign-in without a return URL; it has no script and loads nothing. */
export function signInPage(ctx: Context, status: string, message: string): RawReply {
  const language = ctx.language ?? "en";
  const { connected, failed, almost, close } = socialTexts(language).signIn;
  const title = status === "connected" ? connected : status === "failed" ? failed : almost;
  const main = html`<h1>${title}</h1><p>${message}</p><p>${close}</p>`;
  return htmlPage({ language, title, main });
}
