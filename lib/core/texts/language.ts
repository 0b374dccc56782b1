/** Languages with texts. The first one is complete, and is used where another language lacks a text. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT` (RFC 5646), if it has texts. */
export function languageIn(tag: string | undefined): Language | undefined {
  const first = tag?.trim().toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === first);
}

export const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,4}$/;

/** Most tags that are looked up: each may cost a read. */
const MAX_TAGS = 4;

/**
 * The tags for looking up a text, the closest first: `zh-Hant-TW`, `zh-Hant`, `zh`. A subtag of one letter is removed
 * together with the one after it (RFC 4647, 3.4).
 */
export function lookupTags(tag: string): string[] {
  const parts = tag
    .trim()
    .replaceAll("_", "-")
    .split("-")
    .slice(0, MAX_TAGS + 2);
  const tags = new Set([tag]);
  for (let length = parts.length - 1; length > 0; length--)
    if ((parts[length - 1] ?? "").length > 1) tags.add(parts.slice(0, length).join("-"));
  const all = [...tags];
  return all.length > MAX_TAGS ? [...all.slice(0, MAX_TAGS - 1), all.at(-1) ?? tag] : all;
}

/** The best of some tags for a language: the closest broader one, else one of the same language. */
export function closestTag(known: readonly string[], tag: string): string | undefined {
  const same = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
  const broader = lookupTags(tag).flatMap((each) => known.find(same(each)) ?? []);
  return broader[0] ?? known.find((each) => each !== "" && same(primaryTag(each))(primaryTag(tag)));
}

function primaryTag(tag: string): string {
  return tag.split("-")[0] ?? "";
}
