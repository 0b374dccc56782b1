import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { html, trustedHtml } from "#core/html.ts";
import { businessName } from "#core/mail/address.ts";
import { enqueueMail, type Mail } from "#core/mail/mail.ts";
import { DAY } from "#core/seconds.ts";
import { languageIn } from "#core/texts/language.ts";
import type { Entry } from "#lib/content/legacy-content/entry-schema.ts";
import type { Collection, NewsletterPlan } from "#lib/content/legacy-content/schema.ts";
import { trackLinks } from "#lib/delivery/mail/clicks.ts";
import { editionOfMail } from "#lib/delivery/mail/edition-counts.ts";
import { pixelUrl } from "#lib/delivery/mail/pixel.ts";
import {
  type LetterheadFields,
  languageFor,
  letterheadOf,
  mailSenderOf,
} from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { mailFrame, renderEntry } from "./render.ts";
import type { StoredSubscriber } from "./schema.ts";
import { newsletterTexts } from "./texts.ts";
import { subscriptionUrl } from "./token.ts";
import { versionOf } from "./view.ts";

/** Seconds for which the link of a confirmation mail is valid. */
const CONFIRMATION_SECONDS = 7 * DAY;

/** What all mails of one send have in common. */
export interface Edition {
  business: LetterheadFields & Pick<Business, "id" | "email">;
  newsletter: Pick<Collection, "id" | "name" | "slug" | "plans" | "tracking">;
  entry: Pick<Entry, "blocks" | "locale">;
}

/** One subscriber's mail, with the links and headers to unsubscribe (RFC 2369, RFC 8058). */
export async function editionEmail(
  ctx: Context,
  { business, newsletter, entry }: Edition,
  subscriber: Pick<StoredSubscriber, "id" | "email" | "planId">,
  mailId: string,
): Promise<Mail> {
  const subscription = { businessId: business.id, collectionId: newsletter.id, subscriberId: subscriber.id };
  const leaving = { ...subscription, editionId: editionOfMail(mailId) ?? "" };
  const unsubscribeUrl = await subscriptionUrl("unsubscribe", leaving);
  const { name, email, website } = business;
  const plan = newsletter.plans.find(({ id }) => id === subscriber.planId)?.name ?? "";
  const { subject, text, ...body } = await renderEntry(entry, newsletter.name, {
    subscriber: { email: subscriber.email, plan },
    collection: { name: newsletter.name },
    business: { name, email, website },
    unsubscribeUrl,
  });
  const { opens, clicks } = newsletter.tracking;
  const inMail = { tenantId: business.id, mailId, campaign: newsletter.slug };
  const language = languageIn(entry.locale) ?? languageFor({}, business);
  const texts = newsletterTexts(language);
  const why = texts.why(subscriber.email, newsletter.name);
  const letterhead = letterheadOf(business, language);
  const footer = html`${why} <a href="${unsubscribeUrl}" class="soft" style="color:#5c5f66">${texts.unsubscribe}</a>`;
  return {
    to: subscriber.email,
    subject,
    text: `${text}\n\n-- \n${why}\n${texts.unsubscribe}: ${unsubscribeUrl}\n\n${[letterhead.name, ...letterhead.lines].join("\n")}\n`,
    html: mailFrame({
      language,
      subject,
      // The seller wrote this HTML, and inserted values are escaped.
      main: trustedHtml(clicks ? await trackLinks(ctx, inMail, body.html, [unsubscribeUrl]) : body.html),
      footer,
      letterhead,
      pixel: opens ? await pixelUrl(ctx, business.id, mailId) : undefined,
    }).toString(),
    ...mailSenderOf(business),
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": `<${newsletter.id.replaceAll("_", "-")}.newsletters>`,
    },
  };
}

/** The mail by which the owner of an email address confirms a subscription. */
export async function confirmationEmail(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  { id: planId }: NewsletterPlan,
  subscriber: StoredSubscriber | Stored<StoredSubscriber>,
): Promise<Write> {
  const until = ctx.now() + CONFIRMATION_SECONDS;
  const { id, email } = subscriber;
  const subscription = {
    businessId: business.id,
    collectionId: newsletter.id,
    subscriberId: id,
    planId,
    subscriberVersion: versionOf(subscriber),
    until,
  };
  const url = await subscriptionUrl("confirm", subscription);
  const title = businessName(newsletter.name);
  const language = languageFor(ctx, business);
  const { subject, title: ask, text, action, ignore } = newsletterTexts(language).ask;
  const letter = {
    language,
    letterhead: letterheadOf(business, language),
    subject: subject(title),
    title: ask(title),
    paragraphs: [text(businessName(business.name))],
    action: { label: action, url },
    footer: ignore,
  };
  return enqueueMail(ctx, email, letter, { from_name: business.name, tenant_id: business.id });
}
