/** Languages that there are texts in. The first is complete; what another lacks is said in it. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT` (RFC 5646), where there are texts in it. */
export function languageIn(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === primary);
}

/** Languages of a reader that count. */
const MAX_LIKED = 8;
/** What a tag of a language may be. */
export const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,4}$/;

/**
 * The languages that a reader likes, best first, by an `Accept-Language` header (RFC 9110, 12.5.4): tags in small letters,
 * without those that the reader refuses.
 */
export function likedLanguages(header: string | undefined): string[] {
  const ranges = (header ?? "").slice(0, 500).split(",").map(weighed);
  const liked = ranges.filter(({ tag, weight }) => LANGUAGE_TAG.test(tag) && weight > 0);
  const sorted = liked.sort((one, other) => other.weight - one.weight).map(({ tag }) => tag);
  return [...new Set(sorted)].slice(0, MAX_LIKED);
}

/** The one that a reader likes best of those that there are texts in. */
export function preferredLanguage(liked: readonly string[]): Language | undefined {
  return liked.map(languageIn).find((language) => language !== undefined);
}

function weighed(range: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = range.split(";");
  const quality = parameters.map((each) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/i.exec(each)?.[1]).find(Boolean);
  return { tag: tag.trim().toLowerCase(), weight: Number(quality ?? 1) };
}
