import { LANGUAGES, type Language } from "./language.ts";

type Text = string | ((...values: never[]) => string);
export interface Texts {
  readonly [name: string]: Text | Texts;
}
type WideTexts<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends Text ? T[K] : WideTexts<T[K]>;
};
type Translation<T> = {
  readonly [K in keyof T]?: T[K] extends string ? string : T[K] extends Text ? T[K] : Translation<T[K]>;
};

/** Every declared catalogue, with its name and its texts before missing translations are filled in. */
export const declaredTexts: { name: string; texts: Partial<Record<Language, Texts>> }[] = [];

/**
 * Declares the texts of one domain's mails and pages, in English and other languages. A text that contains values is a
 * function. A missing translation falls back to English.
 *
 * @param name of the domain
 * @returns the texts in a language
 */
export function catalogue<T extends Texts>(
  name: string,
  english: T,
  translations: { readonly [L in Exclude<Language, "en">]?: Translation<WideTexts<T>> },
): (language: Language) => WideTexts<T> {
  // Safe: a translation has names of the English texts and no others.
  const others = translations as Partial<Record<Language, Texts>>;
  declaredTexts.push({ name, texts: { ...others, en: english } });
  const whole = LANGUAGES.map((language) => [language, mergeTexts(english, others[language])] as const);
  const texts = new Map<Language, Texts>(whole);
  // Safe: each has every name of the English texts.
  return (language) => (texts.get(language) ?? english) as WideTexts<T>;
}

function mergeTexts(english: Texts, other: Texts | undefined): Texts {
  const entries = Object.entries(english).map(([name, text]): [string, Text | Texts] => {
    const translated = other?.[name];
    if (typeof text !== "object") return [name, translated ?? text];
    return [name, mergeTexts(text, typeof translated === "object" ? translated : undefined)];
  });
  return Object.fromEntries(entries);
}
