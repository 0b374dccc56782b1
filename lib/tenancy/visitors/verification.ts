import { businessName } from "#core/mail/address.ts";
import type { Language } from "#core/texts/language.ts";
import type { CodePurpose } from "#lib/tenancy/codes/service.ts";
import { contactCodeEmail } from "#lib/tenancy/people/emails.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";

/** A visitor's code proves an address in one store. */
export function verificationPurpose(
  storeId: string,
  store?: Business,
  language: Language = "en",
): CodePurpose {
  return {
    scope: `visitor:${storeId}`,
    mail: (code) => contactCodeEmail(language, code, businessName(store?.name ?? "")),
  };
}
