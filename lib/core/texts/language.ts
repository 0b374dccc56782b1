/** Languages that there are texts in. The first is complete; what another lacks is said in it. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT` (RFC 5646), where there are texts in it. */
export function languageIn(tag: string | undefined): Language | undefined {
  const first = tag?.trim().toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === first);
}

/** What a tag of a language may be. */
export const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,4}$/;

/** Tags that a text is looked for by at most: each is a read where it is a name in the table. */
const MOST_TAGS = 4;

/**
 * The tags by which a text in a language is looked for, the closest first: `zh-Hant-TW`, `zh-Hant`, `zh`. A subtag of one
 * letter goes with the one that it begins (RFC 4647, 3.4).
 */
export function lookupTags(tag: string): string[] {
  const parts = tag
    .trim()
    .replaceAll("_", "-")
    .split("-")
    .slice(0, MOST_TAGS + 2);
  const tags = new Set([tag]);
  for (let length = parts.length - 1; length > 0; length--)
    if ((parts[length - 1] ?? "").length > 1) tags.add(parts.slice(0, length).join("-"));
  const all = [...tags];
  return all.length > MOST_TAGS ? [...all.slice(0, MOST_TAGS - 1), all.at(-1) ?? tag] : all;
}

/** The tag among some that a language is read in: the closest that holds it, else one of the same language. */
export function closestTag(known: readonly string[], tag: string): string | undefined {
  const same = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
  const held = lookupTags(tag).flatMap((each) => known.find(same(each)) ?? []);
  return held[0] ?? known.find((each) => each !== "" && same(primary(each))(primary(tag)));
}

function primary(tag: string): string {
  return tag.split("-")[0] ?? "";
}
