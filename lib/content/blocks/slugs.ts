import type { SlugMap } from "./schema.ts";

/** How a slug is told from others: in the composed form, whichever way an accent was typed. */
export function slugName(slug: string): string {
  return slug.normalize("NFC");
}

/** The slugs that a change takes, and those that it frees, by their names. */
export function slugChanges(before: SlugMap, after: SlugMap): Record<"taken" | "freed", [string, string][]> {
  const [old, fresh] = [before, after].map(
    (map) => new Map(Object.entries(map).map(([locale, slug]) => [locale, slugName(slug)])),
  );
  const beyond = (one = new Map<string, string>(), other = new Map<string, string>()) =>
    [...one].filter(([locale, slug]) => other.get(locale) !== slug);
  return { taken: beyond(fresh, old), freed: beyond(old, fresh) };
}
