/** Languages that there are texts in. The first is complete; what another lacks is said in it. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT` (RFC 5646), where there are texts in it. */
export function languageIn(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === primary);
}

/**
 * The language that a reader likes best of those that there are texts in, by an `Accept-Language` header (RFC 9110,
 * 12.5.4); `undefined` when it names none of them.
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? "").slice(0, 500).split(",").map(weighed);
  const liked = ranges.filter(({ language, weight }) => language !== undefined && weight > 0);
  return liked.sort((one, other) => other.weight - one.weight)[0]?.language;
}

function weighed(range: string): { language: Language | undefined; weight: number } {
  const [tag, ...parameters] = range.split(";");
  const quality = parameters.map((each) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/i.exec(each)?.[1]).find(Boolean);
  return { language: languageIn(tag), weight: Number(quality ?? 1) };
}
