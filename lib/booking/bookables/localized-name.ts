import { namesByLanguage, textIn } from "#lib/content/blocks/names-schema.ts";
import type { Bookable } from "./bookable-schema.ts";

/**
 * The name in the first language that has one. Blocks can name a record in several languages; `name` is in the
 * store's own language.
 *
 * @param languages the store's language is the last
 */
export function localizedName(
  { key, name, blocks }: Pick<Bookable, "key" | "name" | "blocks">,
  languages: readonly string[],
): string {
  const own = languages.at(-1);
  const said = own === undefined || name === key || name === "" ? {} : { [own]: name };
  return textIn({ ...namesByLanguage(blocks), ...said }, languages) ?? name;
}
