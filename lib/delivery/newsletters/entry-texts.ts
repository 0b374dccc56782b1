import { closestTag } from "#core/texts/language.ts";
import type { BusinessEntryBlock, Entry } from "#lib/content/legacy-content/entry-schema.ts";

/** The title of an entry: its subject as it was written; `undefined` where it has none. */
export function titleOf(entry: Pick<Entry, "blocks" | "locale">): string | undefined {
  const named = subjectIn(textsOf(entry));
  return named && textIn(named.value, entry.locale);
}

/** Blocks of an entry that have a text in its language. */
export function textsOf({ blocks, locale }: Pick<Entry, "blocks" | "locale">): BusinessEntryBlock[] {
  return blocks.filter(({ type, value }) => type === "TEXT" && textIn(value, locale) !== "");
}

/** The text that is the subject of the mail. */
export function subjectIn(texts: readonly BusinessEntryBlock[]): BusinessEntryBlock | undefined {
  return texts.find(({ id, key }) => [id, key].some((name) => /^(subject|title)$/i.test(name ?? "")));
}

/** The text of a block in a language, else in any. */
export function textIn(value: BusinessEntryBlock["value"], locale: string): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.filter((text) => typeof text === "string").join("\n\n");
  if (typeof value !== "object" || value === null) return "";
  const texts = new Map(Object.entries(value));
  const tag = closestTag([...texts.keys()], locale);
  const chosen =
    (tag === undefined ? undefined : texts.get(tag)) ??
    texts.values().find((text) => typeof text === "string");
  return typeof chosen === "string" ? chosen : "";
}
