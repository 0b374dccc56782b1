import type { FieldError } from "#core/errors.ts";
import { isObject } from "#core/is-object.ts";
import { isBlank } from "#core/texts/blank.ts";
import { COMPARISON_PREFIXES } from "./filter-schema.ts";
import type { Patterns } from "./pattern.ts";
import { type BlockProperties, type BlockType, isLocale } from "./schema.ts";

/** Reports a problem; `place` is its path below the value that is checked. */
export type Refuse = (place: string, message: string, error?: string) => undefined;

/** Checkers with large libraries, which are loaded only where content is written. */
export interface ValueCheckers {
  patterns: Patterns;
  isPhone: (text: string, country: string | undefined) => boolean;
  isCountry: (code: string) => boolean;
  isPostalCode: (code: string, country: string) => boolean;
}

export const MISMATCH: FieldError["error"] = "FIELD.TYPE_MISMATCH";

type ValueCheck = (
  value: unknown,
  properties: BlockProperties,
  refuse: Refuse,
  tools: ValueCheckers,
) => undefined;

/** The check of one value of each type; nested blocks and references are checked elsewhere. */
export const VALUE_CHECKS: Record<
  Exclude<BlockType, "BLOCK" | "RELATIONSHIP_ENTRY" | "RELATIONSHIP_MEDIA">,
  ValueCheck
> = {
  TEXT: checkTexts,
  LOCALIZED_TEXT: (value, properties, refuse, tools) =>
    typeof value === "string"
      ? refuse("", "must be a map of languages to strings", MISMATCH)
      : checkTexts(value, properties, refuse, tools),
  TEXT_FILTER: checkTexts,
  MARKDOWN: checkTexts,
  NUMBER: checkNumber,
  NUMBER_FILTER: checkNumberFilter,
  BOOLEAN: (value, _, refuse) =>
    typeof value === "boolean" ? undefined : refuse("", "must be true or false", MISMATCH),
  GEO_LOCATION: checkPlace,
  EMAIL: checkEmail,
  PHONE: checkPhone,
  PHONE_NUMBER: checkPhone,
  ADDRESS: checkPostalAddress,
};

/** Whether a value is empty: null, a blank text, or a list or map of empty values only. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return isBlank(value);
  return value === null || (typeof value === "object" && Object.values(value).every(isEmpty));
}

/** Checks a string, or a map of languages to strings. */
export function checkTexts(
  value: unknown,
  properties: BlockProperties,
  refuse: Refuse,
  tools: ValueCheckers,
): undefined {
  if (typeof value === "string") return checkText(value, "", properties, refuse, tools);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse("", "must be a string or a map of languages to strings", MISMATCH);
  for (const [locale, text] of Object.entries(value)) {
    const place = `.${locale}`;
    if (!isLocale(locale)) refuse(place, "has a name that is not a language tag such as de-AT");
    else if (typeof text !== "string") refuse(place, "must be a string", MISMATCH);
    else checkText(text, place, properties, refuse, tools);
  }
}

/** Checks a string against its length and pattern; the pattern may match anywhere unless it is anchored. */
export function checkText(
  text: string,
  place: string,
  { minLength, maxLength, pattern }: BlockProperties,
  refuse: Refuse,
  { patterns }: ValueCheckers,
): undefined {
  if (minLength !== undefined || maxLength !== undefined) {
    const length = [...text].length;
    if (minLength !== undefined && length < minLength)
      refuse(place, `must have at least ${minLength} characters`);
    if (maxLength !== undefined && length > maxLength)
      refuse(place, `must have at most ${maxLength} characters`);
  }
  const mismatch = pattern === undefined ? undefined : patterns.mismatch(pattern, text);
  if (mismatch) refuse(place, mismatch);
}

function checkNumber(value: unknown, { min, max }: BlockProperties, refuse: Refuse): undefined {
  if (typeof value !== "number") return refuse("", "must be a number", MISMATCH);
  if (min !== undefined && value < min) refuse("", `must be at least ${min}`);
  if (max !== undefined && value > max) refuse("", `must be at most ${max}`);
}

const FILTER_PREFIXES: Record<string, string> = { "+": "plus", "-": "minus", ...COMPARISON_PREFIXES };
const FILTER_PATTERN = /^(>=|<=|==|[><=~+-])?\s*(-?\d{1,15}(?:\.\d{1,15})?)$/;

function checkNumberFilter(value: unknown, { operation }: BlockProperties, refuse: Refuse): undefined {
  if (typeof value !== "string") return refuse("", "must be a string such as >=10", MISMATCH);
  const filter = FILTER_PATTERN.exec(value.trim());
  if (!filter) return refuse("", "must be a number, or one after = > < >= <= + - or ~");
  const [, prefix] = filter;
  // Without a prefix, the block's operation is used.
  if (operation && prefix && FILTER_PREFIXES[prefix] !== operation)
    refuse("", `is not a comparison of the kind ${operation}`);
}

function checkEmail(
  value: unknown,
  properties: BlockProperties,
  refuse: Refuse,
  tools: ValueCheckers,
): undefined {
  if (typeof value !== "string") return refuse("", "must be a string", MISMATCH);
  if (!isEmail(value)) return refuse("", "must be an email address");
  checkText(value, "", properties, refuse, tools);
}

// The lengths of RFC 5321, and the form that browsers accept (https://html.spec.whatwg.org/#valid-e-mail-address) with
// a dot in the domain.
function isEmail(text: string): boolean {
  if (text.length > 254 || text.lastIndexOf("@") > 64) return false;
  const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  return new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@(?:${label}\\.)+${label}$`).test(text);
}

function checkPhone(
  value: unknown,
  properties: BlockProperties,
  refuse: Refuse,
  tools: ValueCheckers,
): undefined {
  if (typeof value !== "string") return refuse("", "must be a string", MISMATCH);
  if (properties.pattern === undefined && !tools.isPhone(value, properties.country))
    return refuse("", "must be a phone number with its country code, such as +15555550100");
  checkText(value, "", properties, refuse, tools);
}

const PLACE_FIELDS = ["country", "countryCode", "city", "address", "postalCode", "label"] as const;

function checkPlace(
  value: unknown,
  _: BlockProperties,
  refuse: Refuse,
  { isCountry }: ValueCheckers,
): undefined {
  if (!isObject(value)) return refuse("", "must be a place", MISMATCH);
  for (const name of PLACE_FIELDS) checkShortText(value, name, refuse);
  if (typeof value.countryCode === "string" && !isCountry(value.countryCode))
    refuse(".countryCode", "must be a country code such as DE");
  const { coordinates } = value;
  if (coordinates === undefined || coordinates === null) return;
  if (!isObject(coordinates)) return refuse(".coordinates", "must be {lat, lon}", MISMATCH);
  for (const [name, most] of [
    ["lat", 90],
    ["lon", 180],
  ] as const) {
    const angle = coordinates[name];
    if (angle === undefined) refuse(`.coordinates.${name}`, "is required", "FIELD.REQUIRED_MISSING");
    else if (typeof angle !== "number") refuse(`.coordinates.${name}`, "must be a number", MISMATCH);
    else if (Math.abs(angle) > most) refuse(`.coordinates.${name}`, `must be between -${most} and ${most}`);
  }
}

const ADDRESS_FIELDS = [
  "name",
  "company",
  "street",
  "street1",
  "street2",
  "line1",
  "line2",
  "address",
  "city",
  "state",
];
const POSTAL_CODE_FIELDS = ["zip", "postalCode", "postal_code"];
const COUNTRY_FIELDS = ["country", "countryCode"];

function checkPostalAddress(
  value: unknown,
  _: BlockProperties,
  refuse: Refuse,
  tools: ValueCheckers,
): undefined {
  if (!isObject(value)) return refuse("", "must be an address: street, city, state, zip, country", MISMATCH);
  const known = [...ADDRESS_FIELDS, ...POSTAL_CODE_FIELDS, ...COUNTRY_FIELDS];
  for (const name of known) checkShortText(value, name, refuse);
  if (known.every((name) => isEmpty(value[name] ?? null)))
    refuse("", "needs a street, a city, a postal code or a country", "FIELD.REQUIRED_MISSING");
  const [code, country] = [POSTAL_CODE_FIELDS, COUNTRY_FIELDS].map((names) =>
    names.find((name) => typeof value[name] === "string" && value[name] !== ""),
  );
  const region = country && String(value[country]);
  // A country may be given by its name; a code has two letters.
  if (country && region && (country === "countryCode" || region.length === 2) && !tools.isCountry(region))
    refuse(`.${country}`, "must be a country code such as DE");
  else if (code && region && !tools.isPostalCode(String(value[code]), region))
    refuse(`.${code}`, `is no postal code of ${region}`);
}

function checkShortText(value: Record<string, unknown>, name: string, refuse: Refuse): undefined {
  const text = value[name];
  if (text === undefined || text === null) return;
  if (typeof text !== "string") refuse(`.${name}`, "must be a string", MISMATCH);
  else if (text.length > 500) refuse(`.${name}`, "must have at most 500 characters");
}
