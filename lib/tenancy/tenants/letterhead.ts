import { businessName } from "#core/mail/address.ts";
import type { Letterhead } from "#core/mail/template.ts";
import { countryText } from "#core/texts/format.ts";
import { type Language, languageIn } from "#core/texts/language.ts";
import type { Business } from "./schema.ts";
import { languageOf } from "./service.ts";

/** The language for a person: of their request or record, else of the business. */
export function languageFor(
  ctx: { language?: Language | null | undefined },
  business?: Pick<Business, "configs">,
): Language {
  return ctx.language ?? languageIn(languageOf(business)) ?? "en";
}

export type LetterheadFields = Pick<Business, "key" | "name" | "address" | "phone" | "website" | "configs">;

/** The letterhead of a business for mails and pages: name, logo, colour, address, contact and shop URL. */
export function letterheadOf(
  { key, name, address, phone, website, configs }: LetterheadFields,
  language: Language,
): Letterhead {
  const { line1, line2, postalCode, city, state, country } = address;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const countryName = country && countryText(language, country);
  const support = configs.emails?.support;
  const lines = [
    line1,
    line2,
    [town, state].filter(Boolean).join(", "),
    countryName,
    support,
    phone,
    website,
  ];
  return {
    name: businessName(name) || key,
    logo: configs.logo || undefined,
    lines: lines.flatMap((line) => line || []),
    color: configs.color || undefined,
    home: configs.commerce?.storefront_url || webAddress(website),
    imprint: configs.imprint || undefined,
  };
}

// The website is a free text and may be no URL.
function webAddress(website: string): string | undefined {
  const url = URL.parse(website);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The sender of a business's mails. */
export function mailSenderOf({ id, name, configs }: Pick<Business, "id" | "name" | "configs">) {
  const support = configs.emails?.support;
  return { tenant_id: id, from_name: name, ...(support ? { reply_to: support } : {}) };
}
