/** Languages that there are texts in. The first is complete; what another lacks is said in it. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT` (RFC 5646), where there are texts in it. */
export function languageIn(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === primary);
}

/** What a tag of a language may be. */
export const LANGUAGE_TAG = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,4}$/;
