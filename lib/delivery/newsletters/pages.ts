import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { html } from "#core/html.ts";
import { htmlPage } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { findCollection } from "#lib/content/legacy-content/service.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { subscriptionOfLink } from "./membership.ts";
import type { StoredSubscriber } from "./schema.ts";
import { isLinkValid } from "./subscriber-lifecycle.ts";
import { newsletterTexts } from "./texts.ts";
import type { LinkPurpose } from "./token.ts";
import { isActive } from "./view.ts";

// Reads texts from attributes, so that one script and CSP hash fit all pages.
const SCRIPT = `const form = document.forms[0];
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await fetch(form.action, { method: "POST" }).catch(() => undefined);
  document.querySelector("[role=status]").textContent = reply?.ok ? form.dataset.done : form.dataset.dead;
  if (reply?.ok) form.remove();
});`;

/** The web page of the link in a confirmation mail, with a button that confirms. */
export function showConfirmation(ctx: Context, businessId: string, token: string): Promise<RawReply> {
  return showLinkPage(ctx, "confirm", businessId, token);
}

/** The web page of the link in a reminder, with a button that leads to the payment. */
export function showRenewal(ctx: Context, businessId: string, token: string): Promise<RawReply> {
  return showLinkPage(ctx, "renew", businessId, token);
}

/**
 * The web page of a link in a mail. Opening the page changes nothing, because mail scanners open every link; its button
 * posts a form. Without script the browser shows the JSON answer.
 *
 * @throws NEWSLETTER.NOT_SUBSCRIBED for an invalid or expired link
 */
export async function showLinkPage(
  ctx: Context,
  purpose: LinkPurpose,
  businessId: string,
  token: string,
): Promise<RawReply> {
  const { subscriber, subscriberVersion } = await subscriptionOfLink(purpose, businessId, token, ctx.now());
  const [[business], newsletter] = await sideBySide([
    readTogether([tenantRead(businessId)], ctx),
    findCollection(businessId, subscriber.collectionId),
  ]);
  const language = languageFor(ctx, business);
  const { dead, ...texts } = newsletterTexts(language).page;
  const { title, text, button, done } = texts[purpose];
  const state = linkState(purpose, subscriber, subscriberVersion, ctx.now());
  const over = state === "open" ? undefined : { done, dead }[state];
  const heading = title(newsletter?.name ?? "");
  const form = html`<form method="post" action="?token=${encodeURIComponent(token)}" data-done="${done}" data-dead="${dead}"><button class="go">${button}</button></form>`;
  const main = [
    html`<h1>${heading}</h1>`,
    html`<p role="status" aria-live="polite">${over ?? text(subscriber.email)}</p>`,
    !over && form,
  ];
  return htmlPage({
    language,
    title: heading,
    letterhead: business && letterheadOf(business, language),
    main: html`${main}`,
    // The form of a renewal leads to the payment page; the other forms show their result on this web page.
    ...(over || purpose === "renew" ? {} : { script: SCRIPT }),
  });
}

/** Whether a link still works: `done` after its use, `dead` if its reader has cancelled since it was sent. */
function linkState(
  purpose: LinkPurpose,
  subscriber: Stored<StoredSubscriber>,
  subscriberVersion: number,
  now: number,
): "open" | "done" | "dead" {
  const { status } = subscriber;
  if (purpose === "unsubscribe") return status === "CANCELLED" ? "done" : "open";
  if (purpose === "renew") return "open";
  if (isActive(subscriber, now)) return "done";
  return isLinkValid(subscriber, subscriberVersion) ? "open" : "dead";
}

/** The token in a POST request: from JSON, a form, or the query, where one-click unsubscribing has it (RFC 8058). */
export function tokenIn(query: { token?: string | undefined }, bytes: Buffer): string {
  const text = bytes.toString("utf8").trim();
  if (text.startsWith("{")) {
    const token = tokenInJson(text);
    if (token !== undefined) return token;
  }
  return new URLSearchParams(text).get("token") ?? query.token ?? "";
}

function tokenInJson(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "token" in body ? String(body.token) : undefined;
  } catch {
    return undefined;
  }
}
