import { businessName } from "#core/mail/address.ts";
import type { Email } from "#core/mail/template.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { subscriptionTexts } from "./texts.ts";

/** The email to the owner when a plan could not be charged. */
export function unpaidEmail(business: Business, plan: string): Email {
  const language = languageFor({}, business);
  const { subject, title, text, grace, advice } = subscriptionTexts(language).unpaid;
  const name = businessName(business.name);
  return { language, subject: subject(name), title, paragraphs: [text(plan, name), grace, advice] };
}
