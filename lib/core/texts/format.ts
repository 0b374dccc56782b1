import type { Language } from "./language.ts";

/** Locales for dates and times: in English too, the day comes before the month, and a day has 24 hours. */
const LOCALES: Record<Language, string> = { en: "en-GB", de: "de-DE" };

/**
 * A day, such as `Monday, 4 May 2026`.
 *
 * @param at seconds since 1970
 * @param zone IANA name
 */
export function dayText(language: Language, at: number, zone: string): string {
  const format = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: zone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(at * 1000);
}

/** A time of a day, such as `09:30`; arguments as for `dayText`. */
export function clockText(language: Language, at: number, zone: string): string {
  const format = { hour: "2-digit", minute: "2-digit", timeZone: zone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(at * 1000);
}

/** A span of time, such as `Monday, 4 May 2026, 09:30–10:15`; arguments as for `dayText`. */
export function spanText(language: Language, from: number, to: number, zone: string): string {
  const day = dayText(language, from, zone);
  const until = dayText(language, to, zone);
  const end = `${until === day ? "" : `${until}, `}${clockText(language, to, zone)}`;
  return `${day}, ${clockText(language, from, zone)}–${end}`;
}

/** Money as a language writes it, such as `1.234,50 €`; always with the given number of decimals. */
export function currencyText(language: Language, value: number, currency: string, decimals: number): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** A number as a language writes it, such as `1,5`; without grouping, because it may be a year. */
export function numberText(language: Language, value: number): string {
  const format = { useGrouping: false, maximumFractionDigits: 20 };
  return new Intl.NumberFormat(LOCALES[language], format).format(value);
}

/** A country in a language, such as `Germany`; an unknown code is unchanged. */
export function countryText(language: Language, code: string): string {
  const names = new Intl.DisplayNames(LOCALES[language], { type: "region", fallback: "code" });
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
