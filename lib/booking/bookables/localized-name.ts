import { namesByLanguage, textIn } from "#lib/content/blocks/names-schema.ts";
import type { Bookable } from "./bookable-schema.ts";

/**
 * What a service or provider is called in the first of some languages that it has a name in. Its blocks name it in many,
 * and its `name` in the store's own.
 *
 * @param languages the store's is the last
 */
export function localizedName(
  { key, name, blocks }: Pick<Bookable, "key" | "name" | "blocks">,
  languages: readonly string[],
): string {
  const own = languages.at(-1);
  const said = own === undefined || name === key || name === "" ? {} : { [own]: name };
  return textIn({ ...namesByLanguage(blocks), ...said }, languages) ?? name;
}
