import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { html, type SafeHtml } from "#core/html.ts";
import { htmlPage, pageBadge } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { accountPageTexts } from "./account-page-texts.ts";
import { TEAM, USER } from "./errors.ts";
import { answerInvitation, invitationOfLink } from "./invitations.ts";
import { resetForgottenPassword } from "./recovery.ts";
import { confirmUser } from "./registration.ts";
import type { Linked } from "./user-schema.ts";

const PAGE_NAMES = ["confirm", "reset-password", "invitation"] as const;
type PageName = (typeof PAGE_NAMES)[number];

/**
 * The pages of links in mails, for deployments without their own site. Opening one changes nothing, because
 * mail scanners open every link.
 */
export async function showAccountPage(
  ctx: Context,
  name: string,
  { token, businessId = "" }: z.output<typeof Linked>,
): Promise<RawReply> {
  const page = parsePageName(name);
  if (page !== "invitation") return formPage(ctx, page);
  const gone = !businessId || (await isDeleted(businessId, ctx.now()));
  const found = gone ? undefined : await invitationOfLink(ctx, businessId, token);
  if (!found) throw TEAM.INVITATION_INVALID();
  return invitationPage(ctx, found);
}

/** Handles the page's form. A rejected password is reported on the page. */
export async function pressAccountPage(
  ctx: Context,
  name: string,
  linked: z.output<typeof Linked>,
  bytes: Buffer,
): Promise<RawReply> {
  const page = parsePageName(name);
  const form = new URLSearchParams(bytes.toString("utf8"));
  try {
    return donePage(ctx, page, await submitForm(ctx, page, linked, form));
  } catch (error) {
    if (page === "invitation" || !isPasswordError(error)) throw error;
    return formPage(ctx, page, true);
  }
}

type FormOutcome = "confirmed" | "changed" | "accepted" | "rejected";

async function submitForm(
  ctx: Context,
  page: PageName,
  { token, businessId = "" }: z.output<typeof Linked>,
  form: URLSearchParams,
): Promise<FormOutcome> {
  if (page === "confirm") {
    await confirmUser(ctx, token);
    return "confirmed";
  }
  if (page === "reset-password") {
    await resetForgottenPassword(ctx, { token, password: form.get("password") ?? "" });
    return "changed";
  }
  if (!businessId || (await isDeleted(businessId, ctx.now()))) throw TEAM.INVITATION_INVALID();
  const action = form.get("action") === "reject" ? "REJECT" : "ACCEPT";
  await answerInvitation(ctx, businessId, { token, action });
  return action === "ACCEPT" ? "accepted" : "rejected";
}

function isPasswordError(error: unknown): boolean {
  const codes: string[] = [USER.PASSWORD_REQUIRED.code, USER.PASSWORD_INVALID.code];
  return error instanceof ApiError && codes.includes(error.code);
}

function parsePageName(name: string): PageName {
  const page = PAGE_NAMES.find((known) => known === name);
  if (!page) throw GENERAL.NOT_FOUND();
  return page;
}

function formPage(ctx: Context, page: Exclude<PageName, "invitation">, isPasswordRefused = false): RawReply {
  const language = ctx.language ?? "en";
  const texts = accountPageTexts(language);
  const { title, text } = texts[page];
  const weak = isPasswordRefused && html`<p role="alert">${texts.weak}</p>`;
  const main = html`<h1>${title}</h1><p>${text}</p>${weak}<form method="post">${fieldsOf(page, texts)}</form>`;
  return htmlPage({ language, title, main, ...(isPasswordRefused ? { status: 400 } : {}) });
}

function invitationPage(
  ctx: Context,
  { business, role }: NonNullable<Awaited<ReturnType<typeof invitationOfLink>>>,
): RawReply {
  const language = languageFor(ctx, business);
  const texts = accountPageTexts(language);
  const letterhead = letterheadOf(business, language);
  const title = texts.invitation.title;
  const text = texts.invitation.text(letterhead.name, role);
  const main = html`<h1>${title}</h1><p>${text}</p><form method="post">${fieldsOf("invitation", texts)}</form>`;
  return htmlPage({ language, title, letterhead, main });
}

function fieldsOf(page: PageName, texts: ReturnType<typeof accountPageTexts>): SafeHtml {
  if (page === "invitation") {
    return html`<button class="go" name="action" value="accept">${texts.accept}</button><button name="action" value="reject">${texts.reject}</button>`;
  }
  const password = html`<label for="password">${texts.password}</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required>`;
  const action = texts[page].action;
  return html`${page === "reset-password" && password}<button class="go">${action}</button>`;
}

function donePage(ctx: Context, page: PageName, done: FormOutcome): RawReply {
  const language = ctx.language ?? "en";
  const texts = accountPageTexts(language);
  const { title } = texts[page];
  const main = html`${pageBadge(texts.done, "good")}<h1>${title}</h1><p>${texts[done]}</p>`;
  return htmlPage({ language, title, main });
}
