import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { countryOf } from "#core/places/country-schema.ts";
import { toE164, typedPhone } from "#core/places/phones.ts";

/** Whether a number exists as such: international, or national of the country that is named. */
export function isPhone(text: string, country: string | undefined): boolean {
  const region = countryOf(country);
  const own = region && isSupportedCountry(region) ? { defaultCountry: region } : {};
  // The parser takes each of the signs that people set between digits in some place of a number, and none in all.
  return [typedPhone(text), toE164(text)].some(
    (number) => parsePhoneNumberFromString(number, { ...own, extract: false })?.isPossible() ?? false,
  );
}

/** Whether two letters are a country; UK is one, and read as GB. */
export function isCountry(code: string): boolean {
  return countryOf(code) !== undefined;
}
