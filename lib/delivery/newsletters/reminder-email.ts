import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { businessName } from "#core/mail/address.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { DAY } from "#core/seconds.ts";
import { dayText } from "#core/texts/format.ts";
import { findCollection } from "#lib/content/legacy-content/service.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { StoredSubscriber } from "./schema.ts";
import { newsletterTexts } from "./texts.ts";
import { subscriptionUrl } from "./token.ts";

/** Why the reader must pay: the period ends, or the card was declined. */
type ReminderReason = "ends" | "declined";

/**
 * The mail that says when a paid period ends and has a link to pay for the next one; none if the plan was deleted. Each
 * period has one mail per reason.
 */
export async function reminderEmail(
  ctx: Context,
  { id, businessId, collectionId, email, planId, expiresAt }: StoredSubscriber,
  why: ReminderReason,
): Promise<Write | undefined> {
  const newsletter = await findCollection(businessId, collectionId);
  const plan = newsletter?.plans.find((each) => each.id === planId);
  if (!newsletter || !plan || expiresAt === null) return undefined;
  const business = await getTenant(ctx, businessId);
  const url = await subscriptionUrl("renew", {
    businessId,
    collectionId,
    subscriberId: id,
    planId,
    until: expiresAt + LINK_GRACE,
  });
  const title = businessName(newsletter.name);
  const language = languageFor(ctx, business);
  const end = dayText(language, expiresAt, business.timezone);
  const price = formatMoney(language, plan.price.amount, plan.price.currency);
  const texts = newsletterTexts(language).renew;
  const letter = {
    language,
    letterhead: letterheadOf(business, language),
    subject: texts[why](title),
    title: texts.title(title, end),
    paragraphs: [...(why === "declined" ? [texts.why(title)] : []), texts.text(price)],
    action: { label: texts.action, url },
    footer: texts.ignore,
  };
  const options = { from_name: business.name, tenant_id: businessId, id: `${why}-${id}-${expiresAt}` };
  return enqueueMail(ctx, email, letter, options);
}

/** Seconds after the end of a period for which the mail's payment link is still valid. */
const LINK_GRACE = 30 * DAY;
