import { config } from "#console/shared/config.ts";
import { LANGUAGES, type Language, setLanguage } from "#console/shared/texts.ts";

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

export function loadSettings(): void {
  const stored = Object(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  const offered = LANGUAGES.filter((each) => config().languages.includes(each));
  const own = navigator.languages.map((each) => each.slice(0, 2));
  const guessed = own.flatMap((each) => offered.filter((known) => known === each))[0] ?? "en";
  applySettings({ ...settings, language: guessed, ...stored });
}

export function setSettings(change: Partial<Settings>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...settings, ...change }));
  applySettings({ ...settings, ...change });
}

export function getSettings(): Settings {
  return settings;
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function applySettings(next: Settings): void {
  settings = next;
  setLanguage(next.language);
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}
