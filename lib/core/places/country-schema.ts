import * as z from "zod";
import { ownProperty } from "#core/own-property.ts";

/**
 * The countries of ISO 3166-1, and XK for Kosovo, which has no code there: the European Commission, its post and the
 * carriers write XK.
 */
const COUNTRIES: ReadonlySet<string> = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA " +
    "CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA " +
    "GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS " +
    "MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS " +
    "RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW " +
    "TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
  ).split(" "),
);

/** Wrong country codes that people write, each with a hint. */
const CODE_HINTS: Readonly<Record<string, string>> = {
  EL: "Greece is GR",
  EU: "name each country of the union",
  EN: "the United Kingdom is GB",
  SU: "Russia is RU",
  CS: "Serbia is RS, Montenegro ME",
  YU: "Serbia is RS, Montenegro ME",
  AN: "Curaçao is CW, Sint Maarten SX, Bonaire BQ",
  TP: "Timor-Leste is TL",
  ZR: "the Congo is CD",
  FX: "France is FR",
  JA: "Japan is JP",
  KO: "Korea is KR",
  IC: "the Canary Islands are ES",
  EA: "Ceuta and Melilla are ES",
  AC: "Ascension is SH",
  TA: "Tristan da Cunha is SH",
  XI: "Northern Ireland is GB",
};

/** The country code in a text of any case, with UK as GB; `undefined` for what is no code. */
export function countryOf(text: string | null | undefined): string | undefined {
  const code = normalizeCode(text ?? "");
  return COUNTRIES.has(code) ? code : undefined;
}

/** The error for a wrong code, with a hint where the meant country is known. */
function noCountryText(text: string): string {
  const meant = ownProperty(CODE_HINTS, normalizeCode(text));
  return `must be an ISO 3166-1 code of two letters such as DE${meant ? `: ${meant}` : ""}`;
}

/** A country by its code, in any case, with UK as GB; an unknown code is refused. */
export const CountryCode = z
  .string()
  .trim()
  .length(2, { error: noCountryText(""), abort: true })
  .overwrite(normalizeCode)
  .refine((code) => COUNTRIES.has(code), { error: ({ input }) => noCountryText(String(input)) });

/** A country by its code in any case, stored as it is sent. An empty text is no country; an unknown code is refused. */
export const CountryAsSent = z
  .string()
  .max(2, { error: noCountryText(""), abort: true })
  .refine((text) => text.trim() === "" || countryOf(text) !== undefined, {
    error: ({ input }) => noCountryText(String(input)),
  });

/** A country by its code or its name, for addresses that are only printed. Two letters must be a code. */
export const CountryText = z
  .string()
  .trim()
  .max(200)
  .overwrite((text) => countryOf(text) ?? text)
  .refine((text) => text.length !== 2 || COUNTRIES.has(text), {
    error: ({ input }) => noCountryText(String(input)),
  });

function normalizeCode(text: string): string {
  const code = text.trim().toUpperCase();
  return code === "UK" ? "GB" : code;
}
