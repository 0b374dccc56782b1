import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { countryOf } from "#core/places/country-schema.ts";
import { toE164, typedPhone } from "#core/places/phones.ts";

/** Whether a phone number is possible: international, or national in the given country. */
export function isPhone(text: string, country: string | undefined): boolean {
  const region = countryOf(country);
  const own = region && isSupportedCountry(region) ? { defaultCountry: region } : {};
  // The parser refuses some separators in some places, so the number is also tried without them.
  return [typedPhone(text), toE164(text)].some(
    (number) => parsePhoneNumberFromString(number, { ...own, extract: false })?.isPossible() ?? false,
  );
}

/** Whether two letters are a country code; UK is read as GB. */
export function isCountry(code: string): boolean {
  return countryOf(code) !== undefined;
}
