import { cutText } from "#core/cut-text.ts";

/** Most words of a record that a search finds; further ones are ignored. */
const MAX_WORDS = 24;
const MAX_WORD_LENGTH = 64;

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const EDGE_SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** The characters of a telephone number. */
const PHONE_TEXT = /^[\d\s()+/.-]*\d[\d\s()+/.-]*$/;

/** A text for comparing words: NFKC, without case and accents. */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .normalize("NFC");
}

/** A text as a single word, such as an order's number or an email address. */
export function wholeWord(text: string | null | undefined): string[] {
  return [cutText(foldText(text ?? "").replace(EDGE_SIGNS, ""), MAX_WORD_LENGTH)].filter(Boolean);
}

/** The words of a text, such as a name. A word with signs inside counts as a whole and in its parts. */
export function wordsOf(text: string | null | undefined): string[] {
  return foldText(text ?? "")
    .split(/\s+/)
    .flatMap((word) => [...wholeWord(word), ...word.split(SEPARATORS).filter(Boolean)])
    .map((word) => cutText(word, MAX_WORD_LENGTH));
}

/** The digits of a telephone number, without prefixes such as 00. */
function digitsOf(phone: string): string {
  return phone.replace(/\(0\)/g, "").replace(/\D+/g, "").replace(/^00?/, "").slice(0, MAX_WORD_LENGTH);
}

/** Country codes with one or two digits; all others have three. */
const SHORT_CODES = /^(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The words for a telephone number: its digits with and without the country code. */
export function phoneWords(phone: string | null | undefined): string[] {
  const digits = digitsOf(phone ?? "");
  const isWhole = /^\s*(\+|00)/.test(phone ?? "");
  const local = isWhole ? digits.slice(SHORT_CODES.exec(digits)?.[0].length ?? 3) : "";
  return [digits, local].filter(Boolean);
}

/** The first words of a record for a search, each once, the most important first. */
export function searchableWords(...words: readonly (readonly string[])[]): string[] {
  return [...new Set(words.flat())].slice(0, MAX_WORDS);
}

/**
 * The words of a search, each with alternative beginnings. A line that is a telephone number is one word, however it is
 * grouped.
 */
export function queryWords(query: string | undefined): string[][] {
  const lines = (query ?? "").normalize("NFKC").split("\n");
  return lines
    .flatMap((line) => (PHONE_TEXT.test(line) ? [line.replace(/\s+/g, "")] : line.split(/\s+/)))
    .map(formsOf)
    .filter((forms) => forms.length > 0);
}

function formsOf(part: string): string[] {
  const digits = PHONE_TEXT.test(part) ? [digitsOf(part)] : [];
  return [...new Set([...wholeWord(part), ...digits])].filter(Boolean);
}
