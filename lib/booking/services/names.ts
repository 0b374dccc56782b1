import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import { parseLookup } from "#core/records/lookup.ts";
import type { LookupQuery, SlugInput } from "./bookable-schema.ts";
import { bookableNames } from "./table.ts";

/** What is found by names: services and providers each have their own. */
export type Kind = "SERVICE" | "PROVIDER";

interface Named {
  id: string;
  businessId: string;
  key: string;
  slug: Record<string, string>;
}

interface Taken {
  KEY_TAKEN(details: { key: string }): ApiError;
  SLUG_TAKEN(details: { slug: string; locale: string }): ApiError;
}

/** The writes that move a record's names from what it was to what it is; either may be missing. */
export function nameWrites(
  kind: Kind,
  before: Named | undefined,
  after: Named | undefined,
  taken: Taken,
): Write[] {
  const old = new Map(namesOf(before).map((name) => [name.text, name]));
  const fresh = new Map(namesOf(after).map((name) => [name.text, name]));
  const businessId = (after ?? before)?.businessId ?? "";
  const gained = [...fresh.values()].filter(({ text }) => !old.has(text));
  const lost = [...old.values()].filter(({ text }) => !fresh.has(text));
  return [
    ...gained.map(({ text, key, slug, locale }) =>
      bookableNames.create(
        { businessId, kind, text, id: after?.id ?? "" },
        key === undefined ? taken.SLUG_TAKEN({ slug, locale }) : taken.KEY_TAKEN({ key }),
      ),
    ),
    ...lost.map(({ text }) => bookableNames.removeKey({ businessId, kind, text })),
  ];
}

/**
 * The id of a record by any spelling of its lookup: id, key, or slug in a language, else in the default language.
 *
 * @param fallback the tenant's default language, asked for only where a slug was not found in the one named
 */
export async function idByName(
  kind: Kind,
  businessId: string,
  segment: string,
  query: LookupQuery,
  fallback: () => Promise<string>,
): Promise<string | undefined> {
  const lookup = parseLookup(businessId, segment, query);
  if (!lookup) return undefined;
  if (lookup.by === "id") return lookup.id;
  const named = async (text: string) => (await bookableNames.find({ businessId, kind, text }))?.id;
  if (lookup.by === "key") return named(keyText(lookup.key));
  const { slug, locale } = lookup;
  const found = locale === undefined ? undefined : await named(slugText(locale, slug));
  return found ?? named(slugText(await fallback(), slug));
}

/** Slugs by language for what was sent; one text alone is the slug in the default language. */
export function slugsOf(input: SlugInput | undefined, fallback: string): Record<string, string> | undefined {
  return typeof input === "string" ? { [fallback]: input } : input;
}

/** A key for a record that the older form names only for people: its name's, with its id where that is taken. */
export async function freeKey(kind: Kind, businessId: string, id: string, name: string): Promise<string> {
  const key = keyFrom(name);
  const taken = await bookableNames.find({ businessId, kind, text: keyText(key) });
  return taken ? `${key.slice(0, 70)}-${id.slice(id.indexOf("_") + 1)}` : key;
}

function keyFrom(name: string): string {
  const key = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .slice(0, 100)
    .replace(/^[-\p{M}]+|-+$/gu, "");
  return key || "unnamed";
}

function namesOf(record: Named | undefined) {
  if (!record) return [];
  return [
    { text: keyText(record.key), key: record.key, slug: "", locale: "" },
    ...Object.entries(record.slug).map(([locale, slug]) => ({
      text: slugText(locale, slug),
      key: undefined,
      slug,
      locale,
    })),
  ];
}

function keyText(key: string): string {
  return `KEY#${key}`;
}

function slugText(locale: string, slug: string): string {
  return `SLUG#${locale.toLowerCase()}#${slug}`;
}
