import { closestTag } from "#core/texts/language.ts";
import type { Block } from "./schema.ts";

const NAME_KEYS = ["name", "title"];

/** The name of a record in its blocks, by language; a text without a language has the key `""`. */
export function namesByLanguage(blocks: readonly Pick<Block, "key" | "value">[]): Record<string, string> {
  for (const wanted of NAME_KEYS) {
    const value: unknown = blocks.find(({ key }) => key === wanted)?.value[0];
    if (typeof value === "string" && value !== "") return { "": value };
    if (typeof value !== "object" || value === null) continue;
    const texts = Object.entries(value).flatMap(([language, text]): [string, string][] =>
      typeof text === "string" && text !== "" ? [[language, text]] : [],
    );
    if (texts.length > 0) return Object.fromEntries(texts);
  }
  return {};
}

/** The text in the first available of some languages, else in any. `de` matches `de-AT`, and the other way round. */
export function textIn(
  texts: Readonly<Record<string, string>>,
  languages: readonly string[],
): string | undefined {
  const known = Object.keys(texts);
  for (const tag of languages) {
    const found = closestTag(known, tag);
    if (found !== undefined) return texts[found];
  }
  return texts[""] ?? Object.values(texts)[0];
}
