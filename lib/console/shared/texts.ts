export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

type Text = string | ((...values: never[]) => string);
type Texts = Record<string, Text>;
/** What the German catalogue must have: a text for each of the English ones, made of the same values. */
type Same<T extends Texts> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

/** Words of one thing in each language, where a catalogue would be too much: `["Orders", "Bestellungen"]`. */
export type Words = readonly [en: string, de: string];

let current: Language = "en";

export function language(): Language {
  return current;
}

/** Sets the language of all texts; what shows them is drawn anew by the shell. */
export function speak(chosen: Language): void {
  current = chosen;
}

export function say([en, de]: Words): string {
  return current === "de" ? de : en;
}

/** Texts of a screen in both languages. Read at use, `t.title`, so that the language can change. */
export function catalogue<T extends Texts>(en: T, de: Same<T>): Same<T> {
  const made = {};
  for (const key of Object.keys(en))
    Object.defineProperty(made, key, {
      enumerable: true,
      get: () => (current === "de" ? de[key] : en[key]),
    });
  // Each key of `en` was given a getter of the type that `Same` says.
  return made as Same<T>;
}
