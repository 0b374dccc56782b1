export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

type Text = string | ((...values: never[]) => string);
type Texts = Record<string, Text>;
/** Texts with the keys of `T`, in which each function takes the same parameters. */
type Translation<T extends Texts> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

/** One text in both languages: `["Orders", "Bestellungen"]`. */
export type Words = readonly [en: string, de: string];

let current: Language = "en";

export function language(): Language {
  return current;
}

/** Sets the language of all texts. The caller must then render the whole console again. */
export function setLanguage(chosen: Language): void {
  current = chosen;
}

export function say([en, de]: Words): string {
  return current === "de" ? de : en;
}

/** A screen's texts in both languages. Read `t.title` on each render, because the language can change. */
export function catalogue<T extends Texts>(en: T, de: Translation<T>): Translation<T> {
  const made = {};
  for (const key of Object.keys(en))
    Object.defineProperty(made, key, { enumerable: true, get: () => (current === "de" ? de[key] : en[key]) });
  // The loop above defined a getter for each key of `en`.
  return made as Translation<T>;
}
