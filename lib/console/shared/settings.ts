import { config } from "#console/shared/config.ts";
import { LANGUAGES, type Language, speak } from "#console/shared/texts.ts";

/** The settings of this device. */
export interface Settings {
  language: Language;
  colours: "light" | "dark" | "auto";
  /** Whether single keys are shortcuts: `g` and a letter, `n`, `j`, `k`, `x`, `?`. */
  keys: boolean;
}

const KEY = "console:settings";
const listeners = new Set<() => void>();
let settings: Settings = { language: "en", colours: "auto", keys: true };

export function startSettings(): void {
  const kept = Object(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  const offered = LANGUAGES.filter((each) => config().languages.includes(each));
  const own = navigator.languages.map((each) => each.slice(0, 2));
  const guessed = own.flatMap((each) => offered.filter((known) => known === each))[0] ?? "en";
  become({ ...settings, language: guessed, ...kept });
}

export function setSettings(change: Partial<Settings>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...settings, ...change }));
  become({ ...settings, ...change });
}

export function getSettings(): Settings {
  return settings;
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: Settings): void {
  settings = next;
  speak(next.language);
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}
