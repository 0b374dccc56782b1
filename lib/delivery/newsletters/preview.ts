import { type Budget, spendBudget } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { findCollection } from "#lib/content/legacy-content/service.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { editionEmail } from "./edition-email.ts";
import { NEWSLETTER } from "./errors.ts";
import { collectionIdOf, newsletterEntry } from "./send.ts";
import { newsletterTexts } from "./texts.ts";

const PER_PERSON: Budget = [30, HOUR];

/** Mails the caller an entry as a subscriber would get it. */
export async function previewEntry(ctx: Context, businessId: string, entryId: string) {
  const caller = person(ctx);
  const entry = await newsletterEntry(businessId, entryId);
  const [business, newsletter, to] = await sideBySide([
    getTenant(ctx, businessId),
    findCollection(businessId, collectionIdOf(entry)),
    emailOf(caller.id),
  ]);
  if (!newsletter) throw NEWSLETTER.NOT_FOUND();
  if (!to) throw GENERAL.FORBIDDEN();
  await spendBudget(ctx, "newsletter_previews", caller.id, PER_PERSON);
  const id = newId("mail", ctx.clock());
  const planId = newsletter.plans[0]?.id ?? "";
  // No subscriber has this id, so the unsubscribe link of a preview has no effect.
  const reader = { id: "preview", email: to, planId };
  const { subject, text, html, from_name, headers } = await editionEmail(
    ctx,
    { business, newsletter, entry },
    reader,
    id,
  );
  const content = { subject: newsletterTexts(languageFor(ctx, business)).preview(subject), text, html };
  return transact(ctx, [await enqueueMail(ctx, to, content, { id, from_name, headers })], {
    success: true as const,
    to,
  });
}
