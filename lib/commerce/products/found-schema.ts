import { filedUnder } from "#lib/content/taxonomies/schema.ts";
import type { Product } from "./schema.ts";

const NAME_KEYS = ["name", "title"];

/** The names of a product in all its languages. */
export function namesIn({ blocks }: Pick<Product, "blocks">): string[] {
  return Object.values(namesByLanguage(blocks));
}

/** The name of a product in a language, else in any, else its key. */
export function productName({ key, blocks }: Pick<Product, "key" | "blocks">, language: string): string {
  const names = namesByLanguage(blocks);
  const own = Object.hasOwn(names, language) ? names[language] : undefined;
  return own ?? names[""] ?? Object.values(names)[0] ?? key;
}

/** What a product is found by as one of its taxonomies. */
export function filedTerms({ taxonomies }: Product): ReturnType<typeof filedUnder> {
  return filedUnder(taxonomies);
}

/** The first picture of a product, such as `media:<id>`. */
export function pictureOf({ blocks }: Pick<Product, "blocks">): string | undefined {
  for (const { type, value } of blocks) {
    const [first] = value;
    if (type === "RELATIONSHIP_MEDIA" && typeof first === "string") return first;
  }
  return undefined;
}

function namesByLanguage(blocks: Product["blocks"]): Record<string, string> {
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
