import type { Context } from "#core/context.ts";
import { html } from "#core/html.ts";
import { htmlPage } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { socialTexts } from "./texts.ts";

/**
 * Asks before an account is connected: who is to get it, and what they may do with it. It has no logo and no colours of
 * the store, as a stranger may have made it: all that is the store's is its name, between words of ours.
 */
export function consentPage(ctx: Context, business: Business, network: string): RawReply {
  const language = languageFor(ctx, business);
  const { question } = socialTexts(language);
  const { name } = letterheadOf(business, language);
  const title = question.title(network);
  const said = [question.text(network, name, business.key), question.warning].map(
    (text) => html`<p>${text}</p>`,
  );
  const buttons = html`<button class="go" name="action" value="connect">${question.yes(name)}</button><button name="action" value="cancel">${question.no}</button>`;
  const main = html`<h1>${title}</h1>${said}<form method="post">${buttons}</form>`;
  return htmlPage({ language, title, main });
}

/** What a browser sees after a sign-in that began nowhere in particular: no script, nothing from elsewhere. */
export function signInPage(ctx: Context, status: string, message: string): RawReply {
  const language = ctx.language ?? "en";
  const { connected, failed, almost, close } = socialTexts(language).signIn;
  const title = status === "connected" ? connected : status === "failed" ? failed : almost;
  const main = html`<h1>${title}</h1><p>${message}</p><p>${close}</p>`;
  return htmlPage({ language, title, main });
}
