import type { Context } from "#core/context.ts";
import { html } from "#core/html.ts";
import { htmlPage } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { paymentTexts } from "./texts.ts";

/** The page to which customers return after a payment without a return URL. */
export function thanksPage(
  ctx: Context,
  business: Business | undefined,
  outcome: "paid" | "failed" | "cancelled",
): RawReply {
  const language = languageFor(ctx, business);
  const { title, text } = paymentTexts(language).thanks[outcome];
  const main = html`<h1>${title}</h1><p>${text}</p>`;
  return htmlPage({ language, title, letterhead: business && letterheadOf(business, language), main });
}
