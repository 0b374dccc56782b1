import { imageUrl, money as moneyIn, srcSet } from "@storefront-backend/client";
import type { Schemas } from "./backend.ts";
import { html, type Markup } from "./html.ts";
import type { Language } from "./words.ts";

type Block = Schemas["Block"];

/** The text of a block in a language, or in English. */
export function textOf(blocks: readonly Block[], key: string, language: Language): string {
  const [value] = blocks.find((block) => block.key === key)?.value ?? [];
  return localText(value, language);
}

export function localText(value: unknown, language: Language): string {
  if (typeof value === "string") return value;
  const texts = new Map(Object.entries(Object(value)));
  return String(texts.get(language) ?? texts.get("en") ?? "");
}

/** The URL of the first picture in a record's blocks; empty if there is none. */
export function pictureOf(blocks: readonly Block[]): string {
  const [first] = blocks.find(({ key }) => key === "pictures")?.value ?? [];
  return String(Object(first).url ?? "");
}

/** Widths in pixels: for a phone, for a phone with a dense screen, and for a desktop. */
const WIDTHS = [320, 640, 1280];

/** An `img` element with three sizes of a picture, from which the browser chooses. */
export function picture(url: string, alt: string, sizes: string, eager = false): Markup {
  if (!url) return html`<div class="picture"></div>`;
  return html`<img class="picture" src="${imageUrl(url, { w: 640, format: "webp" })}"
    srcset="${srcSet(url, WIDTHS, { format: "webp" })}" sizes="${sizes}" alt="${alt}" width="1200" height="1500"
    loading="${eager ? "eager" : "lazy"}" decoding="async">`;
}

/** The locale of each language for a shop in Germany. */
const LOCALES: Record<Language, string> = { en: "en-GB", de: "de-DE" };

/** @param amount in the smallest unit of the currency, such as cents */
export function money(amount: number, currency: string, language: Language): string {
  return moneyIn(amount, currency, LOCALES[language]);
}

/** Formats Unix seconds, by default in the shop's time zone. */
export function timeText(
  seconds: number,
  language: Language,
  options: Intl.DateTimeFormatOptions,
  timeZone = "Europe/Berlin",
): string {
  return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone }).format(
    new Date(seconds * 1000),
  );
}

/** The slug in the language, or in English; the key of a record without one. */
export function slugOf(record: { key: string; slug: Record<string, string> }, language: Language): string {
  return record.slug[language] ?? record.slug.en ?? record.key;
}
