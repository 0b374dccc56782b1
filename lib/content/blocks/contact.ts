import { isPossiblePhoneNumber, isSupportedCountry } from "libphonenumber-js/min";
import { postcodeValidator, postcodeValidatorExistsForCountry } from "postcode-validator";

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Whether a number exists as such: international, or national of the country that is named. */
export function isPhone(text: string, country: string | undefined): boolean {
  const region = country?.toUpperCase();
  return region && isSupportedCountry(region)
    ? isPossiblePhoneNumber(text, region)
    : isPossiblePhoneNumber(text);
}

/** Whether two letters are a country of ISO 3166. */
export function isCountry(code: string): boolean {
  return /^[A-Za-z]{2}$/.test(code) && regions.of(code.toUpperCase()) !== undefined;
}

/** Whether a postal code has the form of its country's; true where no form is known. */
export function isPostalCode(code: string, country: string): boolean {
  const region = country.toUpperCase();
  return !postcodeValidatorExistsForCountry(region) || postcodeValidator(code, region);
}
