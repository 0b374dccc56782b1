import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { businessName } from "#core/mail/address.ts";
import { type Mail, mail } from "#core/mail/mail.ts";
import type { Entry } from "#lib/content/legacy-content/entry-schema.ts";
import type { Collection, Plan } from "#lib/content/legacy-content/schema.ts";
import { pixelUrl } from "#lib/delivery/notifications/pixel.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { escapeHtml, framed, renderEntry } from "./render.ts";
import type { StoredSubscriber } from "./schema.ts";
import { subscriptionUrl } from "./token.ts";

/** What the mails of one send have in common. */
export interface Edition {
  business: Pick<Business, "id" | "name" | "email" | "website" | "configs">;
  newsletter: Pick<Collection, "id" | "name" | "plans">;
  entry: Pick<Entry, "blocks" | "locale">;
}

/** One subscriber's mail, with the links and headers by which it is left (RFC 2369, RFC 8058). */
export async function letterFor(
  ctx: Context,
  { business, newsletter, entry }: Edition,
  subscriber: Pick<StoredSubscriber, "id" | "email" | "planId">,
  mailId: string,
): Promise<Mail> {
  const subscription = { businessId: business.id, collectionId: newsletter.id, subscriberId: subscriber.id };
  const unsubscribeUrl = await subscriptionUrl("unsubscribe", subscription);
  const { name, email, website } = business;
  const plan = newsletter.plans.find(({ id }) => id === subscriber.planId)?.name ?? "";
  const { subject, text, html } = renderEntry(entry, newsletter.name, {
    subscriber: { email: subscriber.email, plan },
    collection: { name: newsletter.name },
    business: { name, email, website },
    unsubscribeUrl,
  });
  const why = `You get this mail because ${subscriber.email} subscribed to ${newsletter.name}.`;
  const footer = `${escapeHtml(why)} <a href="${escapeHtml(unsubscribeUrl)}" style="color:#6b7280">Unsubscribe</a>`;
  const support = business.configs.emails?.support;
  return {
    to: subscriber.email,
    subject,
    text: `${text}\n\n-- \n${why}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: framed(subject, html, footer, await pixelUrl(ctx, business.id, mailId)),
    from_name: name,
    tenant_id: business.id,
    ...(support ? { reply_to: support } : {}),
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": `<${newsletter.id.replaceAll("_", "-")}.newsletters>`,
    },
  };
}

/** The mail that asks whether somebody really wants a newsletter. */
export async function confirmationMail(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  { id: planId }: Plan,
  { id, email }: StoredSubscriber,
): Promise<Write> {
  const subscription = { businessId: business.id, collectionId: newsletter.id, subscriberId: id, planId };
  const url = await subscriptionUrl("confirm", subscription);
  const title = businessName(newsletter.name);
  const letter = {
    subject: `Confirm your subscription: ${title}`,
    title: `Subscribe to ${title}?`,
    paragraphs: [
      `Somebody, hopefully you, asked ${businessName(business.name)} to send its newsletter to this address.`,
    ],
    action: { label: "Yes, subscribe me", url },
    footer: "If it was not you, ignore this mail: you get no other.",
  };
  return mail(ctx, email, letter, { from_name: business.name, tenant_id: business.id });
}
