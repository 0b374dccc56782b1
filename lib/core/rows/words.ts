/** Words of a record that a search finds it by; further ones are not searched. */
const MAX_WORDS = 24;
/** Characters of a word that count. */
const MAX_LENGTH = 64;

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** What a telephone number is written with, and nothing else. */
const PHONE = /^[\d\s()+/.-]*\d[\d\s()+/.-]*$/;

/** A text as words are compared: NFKC, without case and accents. */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .normalize("NFC");
}

/** A text that is one word as it is, such as a number or an address. */
export function wholeWord(text: string | null | undefined): string[] {
  return [
    foldText(text ?? "")
      .replace(ENDS, "")
      .slice(0, MAX_LENGTH),
  ].filter(Boolean);
}

/** The words of a text, such as a name. What has signs inside is a word as a whole, and in its parts. */
export function wordsOf(text: string | null | undefined): string[] {
  return foldText(text ?? "")
    .split(/\s+/)
    .flatMap((word) => [...wholeWord(word), ...word.split(SEPARATORS).filter(Boolean)])
    .map((word) => word.slice(0, MAX_LENGTH));
}

/** The digits of a telephone number, without those that say that the number of a country or a place follows. */
function digitsOf(phone: string): string {
  return phone.replace(/\(0\)/g, "").replace(/\D+/g, "").replace(/^00?/, "").slice(0, MAX_LENGTH);
}

/** The codes of countries that have one or two digits; all others have three. */
const SHORT_CODES = /^(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The words that a telephone number is found by: its digits with and without the code of its country. */
export function phoneWords(phone: string | null | undefined): string[] {
  const digits = digitsOf(phone ?? "");
  const isWhole = /^\s*(\+|00)/.test(phone ?? "");
  const local = isWhole ? digits.slice(SHORT_CODES.exec(digits)?.[0].length ?? 3) : "";
  return [digits, local].filter(Boolean);
}

/** The first words of a record that are searched, each once, in the order in which they count. */
export function searchableWords(...words: readonly (readonly string[])[]): string[] {
  return [...new Set(words.flat())].slice(0, MAX_WORDS);
}

/**
 * What a search asks for: of each of its words the beginnings of which one is enough. What is written like a telephone
 * number is one word, however it is grouped.
 */
export function queryWords(query: string | undefined): string[][] {
  const text = (query ?? "").normalize("NFKC").trim();
  const parts = PHONE.test(text) ? [text.replace(/\s+/g, "")] : text.split(/\s+/);
  return parts.map(formsOf).filter((forms) => forms.length > 0);
}

function formsOf(part: string): string[] {
  const digits = PHONE.test(part) ? [digitsOf(part)] : [];
  return [...new Set([...wholeWord(part), ...digits])].filter(Boolean);
}
