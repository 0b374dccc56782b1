import { expect, test } from "vitest";
import { isPostalCode } from "#core/places/postal-codes.ts";
import { isCountry, isPhone } from "#lib/content/blocks/contact.ts";

// Valid codes, from each country's sheet in the UPU's "Postal addressing systems", else from Google's address data.
const VALID_CODES = `
  JP 1000001|JP 100-0001|JP １００－０００１|JP 〒100-0001|IN 110 001|IN 110001|AZ AZ1000|AZ AZ 1000|MD MD-2001|MD 2001
  CL 834-0457|CL 8340457|KZ A15E3D9|KZ 010000|SA 12345-6789|SA 12345|KH 120101|KH 12000|AR 1425|AR C1425CLA
  GB GIR 0AA|GB SW1A 1AA|GB sw1a1aa|GB E1 6AN|UK M1 1AE|GB BFPO 57|DE 10115 |DE D-10115|NL 1012 ab|NL 1012AB
  IE d02 x285|IE D6W XY00|US 78701-2375|US 787012375|CA k1a0b1|BR 01310100|PT 1000-205|PL 00001|SE 111 22|SE SE-111 22
  GR 105 51|CZ 11000|LV LV-1050|LT LT-01100|LU L-1122|TW 100|TW 100234|VN 700000|MT VLT 1117|HK 999077|AE 00000
  FI FIN-00100|FI FI-00100|AX FI-22100|AX AX-22100|NL NL-1012 AB|HU H-1051|LI FL-9490|SG S018956|IM IM1 1AA|JE JE2 3AB|SG S(018956)|RS SRB-11000
  KY KY1-1106|LB 1107 2020|IL 9614303|BM HM 12|FK FIQQ 1ZZ|GI GX11 1AA|XK 10000|MU 11302|CR 10101|EC 170515
`;
const INVALID_CODES =
  "DE 1|DE 1011|DE ABCDE|GB 10117|GB SW1A|US 1234|US 123456|NL 1012|CA K1A|JP 1234|FR 7500|IN 11000";
const split = (text: string) =>
  text
    .split(/[|\n]/)
    .map((line) => line.replace(/^ +/, ""))
    .filter(Boolean);
const isValidCode = (line: string) => isPostalCode(line.slice(3), line.slice(0, 2));

test("a valid postal code is accepted in any case and with blanks around it", () => {
  expect(split(VALID_CODES).filter((line) => !isValidCode(line))).toEqual([]);
});

test("a postal code in another country's form is refused", () => {
  expect(split(INVALID_CODES).filter(isValidCode)).toEqual([]);
});

// ITU-T E.123 for brackets and blanks; direction marks and narrow blanks come from contact cards and web pages.
const PHONES: [text: string, country: string | undefined, isOne: boolean][] = [
  ["(+34) 912 345 678", undefined, true],
  ["[+34] 912 345 678", undefined, true],
  ["\u202a+49 30 901820\u202c", undefined, true],
  ["\u200e+49 30 901820", undefined, true],
  ["\u2066+49 30 901820\u2069", "DE", true],
  ["+49\u202f30\u202f901820", undefined, true],
  ["+49\u00a030\u2009901820", undefined, true],
  ["+49\u201130\u2013901820", undefined, true],
  ["＋４９ 30 901820", undefined, true],
  ["+49 (0)30 901820", undefined, true],
  ["0049 30 901820", undefined, true],
  ["tel:+4930901820", undefined, true],
  ["(030) 901820", "de", true],
  ["020 7946 0958", "UK", true],
  ["+1 (212) 555-0100 ext. 5", undefined, true],
  ["030 901820", undefined, false],
  ["+1234", undefined, false],
  ["+1555555010", undefined, false],
  ["call +49 30 901820 now", undefined, false],
  ["", "DE", false],
  ["30", "DE", false],
];

test("a phone number is checked by its digits, not by the characters between them", () => {
  const judged = PHONES.map(([text, country]) => [text, country, isPhone(text, country)]);
  expect(judged).toEqual(PHONES);
});

// ISO 3166-1: assigned codes. CLDR also has names for QO, XA and EU.
test("a country is an ISO 3166-1 code or Kosovo's, and UK is read as GB", () => {
  const codes = "DE gb UK XK BQ SS TL XX EL EU AN QO XA SU EZ UN D DEU".split(" ");
  expect(codes.filter(isCountry)).toEqual(["DE", "gb", "UK", "XK", "BQ", "SS", "TL"]);
});
