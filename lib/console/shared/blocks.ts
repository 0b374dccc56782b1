import type { Schemas } from "./api/types.ts";

type Block = Pick<Schemas["Block"], "key" | "type" | "value">;
export type Texts = Readonly<Record<string, string>>;

/** The keys of blocks that can contain a record's name. */
const NAME_BLOCKS = ["name", "title"];

/** The texts of a block by language. A plain text counts as a text in the store's first language. */
export function textsOf(blocks: readonly Block[], key: string, languages: readonly string[]): Texts {
  const value: unknown = blocks.find((each) => each.key === key)?.value[0];
  if (typeof value === "string") return value ? { [languages[0] ?? "en"]: value } : {};
  return Object.fromEntries(
    Object.entries(Object(value)).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}

export function nameKeyOf(blocks: readonly Block[]): string {
  return NAME_BLOCKS.find((name) => blocks.some(({ key }) => key === name)) ?? "name";
}

/** The name in the first of the store's languages that has one, else in any language, else the key. */
export function nameOf(
  { key, blocks }: { key: string; blocks: readonly Block[] },
  languages: readonly string[],
): string {
  const texts = textsOf(blocks, nameKeyOf(blocks), languages);
  return languages.map((each) => texts[each]).find(Boolean) ?? Object.values(texts).find(Boolean) ?? key;
}
