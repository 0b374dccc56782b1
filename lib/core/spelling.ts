/**
 * A name in camel case as lower-case words.
 *
 * @param between stands between the words: `parent_id` for `parentId` with `_`
 */
export function lowerWords(name: string, between: "-" | "_" | " "): string {
  return name.replace(/([a-z0-9])([A-Z])/g, `$1${between}$2`).toLowerCase();
}
