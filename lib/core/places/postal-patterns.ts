const BRITISH_PATTERN = String.raw`GIR0AA|BFPO\d{1,4}|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}`;
const ISLAND_PATTERN = "[A-Z]{4}1ZZ";

/**
 * Patterns of postal codes without blanks and hyphens, and the countries that use them. Source: Google's address data
 * (chromium-i18n), extended by codes in use: KZ the codes of 2017, SA and TW the longer ones, AR the CPA of 1999 and
 * the four digits before it, GB, GG, JE and IM every area, PT, VN, KH, MN, PY and EG their older or newer form. Any
 * code is valid for a country that is not listed.
 */
const CODE_PATTERNS: readonly (readonly [form: string, countries: string])[] = [
  [String.raw`\d{3}`, "FO GN IS LS MG PG"],
  [
    String.raw`\d{4}`,
    "AF AL AT AU AZ BD BE BG CC CH CV CX CY DK ET GE GL GW HM HU LI LR LU LV MD MK MZ NE NF NO NZ PH SI SJ TN ZA",
  ],
  [
    String.raw`\d{5}`,
    "BA BL BT CU DE DO DZ EE EH ES FI FR GF GP GT HR ID IQ IT JO KE KR KW LA LK LT MA MC ME MF MM MQ MV MX MY NA NC NI NP " +
      "PE PF PK PL PM RE SD SE SK CZ GR SM SN TH TR UA UY VA WF XK YT ZM",
  ],
  [String.raw`\d{5}(\d{4})?`, "AS FM GU MH MP PR PW SA UM US VI"],
  [String.raw`\d{6}`, "BY CN CO EC IN KG NG RO RU SG TJ TM UZ"],
  [String.raw`\d{7}`, "CL JP"],
  [String.raw`\d{8}`, "BR"],
  [String.raw`\d{10}`, "IR"],
  [String.raw`\d{3,4}`, "BH"],
  [String.raw`\d{4,5}`, "HN HT TZ"],
  [String.raw`\d{5,6}`, "KH MN RS VN"],
  [String.raw`\d{4}|\d{6}`, "AM PY"],
  [String.raw`\d{4}(\d{3})?`, "PT"],
  [String.raw`\d{4}(\d{4})?`, "LB"],
  [String.raw`\d{5}(\d{2})?`, "EG IL"],
  [String.raw`\d{3}(\d{2,3})?`, "TW"],
  [String.raw`\d{4,5}|\d{7}`, "CR"],
  [String.raw`\d{4}[A-Z]?`, "VE"],
  [String.raw`\d{4}[A-Z]{2}`, "NL"],
  [String.raw`\d{6}|[A-Z]\d{2}[A-Z]\d[A-Z]\d`, "KZ"],
  [String.raw`\d{4}|[A-Z]\d{4}([A-Z]{3})?`, "AR"],
  [String.raw`[A-Z]\d[A-Z]\d[A-Z]\d`, "CA"],
  [String.raw`[A-Z]\d[\dW][A-Z\d]{4}`, "IE"],
  [String.raw`(AD)?\d{3}`, "AD"],
  [String.raw`22\d{3}`, "AX"],
  [String.raw`[A-Z]{2}[A-Z\d]{2}`, "BM"],
  [String.raw`[A-Z]{2}\d{4}`, "BN"],
  [String.raw`[A-Z]{3}\d{2,4}`, "MT"],
  [String.raw`\d{5}|[A-Z]\d{4}|\d{3}[A-Z]{2}\d{3}`, "MU"],
  [String.raw`[A-Z]\d{3}`, "SZ"],
  [BRITISH_PATTERN, "GB GG JE IM"],
  ["GX111AA", "GI"],
  [ISLAND_PATTERN, "AC FK GS IO PN SH TA TC"],
];

const patterns = new Map(
  CODE_PATTERNS.flatMap(([form, countries]) =>
    countries.split(" ").map((country): [string, RegExp] => [country, new RegExp(`^(?:${form})$`)]),
  ),
);

/** The pattern of a country's postal codes without blanks and hyphens; `undefined` where none is known. */
export function postalPattern(country: string): RegExp | undefined {
  return patterns.get(country);
}
