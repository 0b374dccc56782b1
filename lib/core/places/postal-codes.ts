import { countryOf } from "./country-schema.ts";
import { postalPattern } from "./postal-patterns.ts";

/** Whether a text can be a postal code of a country; true where the pattern of its codes is unknown. */
export function isPostalCode(code: string, country: string): boolean {
  const region = countryOf(country);
  const form = region && postalPattern(region);
  return !form || form.test(compactCode(region, code));
}

/**
 * Whether a postal code is the one that a shipping zone names, lies in that area, or begins with the text before `*`.
 * The last three characters of a British code are not part of its district, so `E16*` does not match E1 6AN. A ZIP code
 * of nine digits lies in that of its first five. Otherwise spaces and hyphens are ignored.
 */
export function isInPostalArea(country: string | null | undefined, code: string, named: string): boolean {
  const region = countryOf(country) ?? "";
  const areas = areasOf(region, code);
  const wanted = compactCode(region, named);
  if (!wanted.endsWith("*")) return areas.includes(wanted);
  const start = wanted.slice(0, -1);
  if (!BRITISH_COUNTRIES.has(region)) return areas.some((area) => area.startsWith(start));
  const [district = "", whole = ""] = areas;
  const typed = named.trim().toUpperCase();
  const [, before, after = ""] = /^(\S+)\s+(\S*)\*$/.exec(typed) ?? splitStart(start) ?? [];
  if (before === undefined) return district.startsWith(start);
  return district === before && whole.startsWith(before + after);
}

/** Countries whose codes are a district and three more characters. */
const BRITISH_COUNTRIES = new Set(["GB", "GG", "JE", "IM", "GI", "FK", "GS", "IO", "PN", "SH", "TC"]);
const DISTRICT = String.raw`[A-Z]{1,2}\d[A-Z\d]?|GIR|GX11|[A-Z]{4}`;

/** Length of the district at the beginning of a longer code. */
const DISTRICT_LENGTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries("US AS FM GU MH MP PR PW UM VI SA IL BR".split(" ").map((code) => [code, 5])),
  ...{ CA: 3, IE: 3, TW: 3, NL: 4, PT: 4, LB: 4 },
};

/** The areas of a code: its district, where it has one, and the code itself. */
function areasOf(country: string, code: string): string[] {
  const whole = compactCode(country, code);
  const area = BRITISH_COUNTRIES.has(country)
    ? new RegExp(`^(${DISTRICT})(?:\\d[A-Z]{2})$`).exec(whole)?.[1]
    : country === "AR"
      ? /^[A-Z](\d{4})/.exec(whole)?.[1]
      : whole.slice(0, DISTRICT_LENGTHS[country]);
  return [area ?? whole, whole];
}

/** Splits the beginning of a British code that is longer than a district into the district and the rest. */
function splitStart(start: string): RegExpExecArray | null {
  if (new RegExp(`^(?:[A-Z]{1,2}\\d?|${DISTRICT})$`).test(start)) return null;
  return new RegExp(`^(${DISTRICT})(\\d(?:[A-Z]{1,2})?)$`).exec(start);
}

/** Country letters of vehicle registration, which some people write before a code, as in D-10115. */
const VEHICLE_LETTERS: Readonly<Record<string, string>> = {
  ...{
    DE: "D",
    AT: "A",
    FR: "F",
    BE: "B",
    IT: "I",
    LU: "L",
    ES: "E",
    SE: "S",
    PT: "P",
    NO: "N",
    FI: "FIN",
    SI: "SLO",
    HU: "H",
    LI: "FL",
    RS: "SRB",
    SG: "S",
    AX: "FI",
  },
};

/** The rest of a code after the country: digits, and the final letters of Dutch codes. */
const AFTER_COUNTRY = /^\d+[A-Z]{0,2}\*?$/;

/** A code in capitals without spaces, hyphens and a country before the digits, as in MD-2001. */
function compactCode(country: string, code: string): string {
  const plain = code
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Pd}.〒()]+/gu, "")
    .toUpperCase();
  // IM1 and JE2 are districts of Man and Jersey.
  if (BRITISH_COUNTRIES.has(country)) return plain;
  // FIN begins with FI.
  const rests = [country, VEHICLE_LETTERS[country]].flatMap((prefix) =>
    prefix && plain.startsWith(prefix) ? [plain.slice(prefix.length)] : [],
  );
  return rests.find((rest) => AFTER_COUNTRY.test(rest)) ?? plain;
}
