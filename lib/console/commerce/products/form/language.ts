import { LANGUAGE_NAMES } from "#console/shared/language-names.ts";
import { t } from "./texts.ts";

/** Adds the language to a label in a store with several: `Name (Deutsch)`. */
export function inLanguage(label: string, language: string, languages: readonly string[]): string {
  if (languages.length < 2) return label;
  return t.language(label, LANGUAGE_NAMES.find(({ value }) => value === language)?.label ?? language);
}
