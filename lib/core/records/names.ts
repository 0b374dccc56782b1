import * as z from "zod";
import { type Entity, entity } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";

const Name = z.object({ tenant_id: z.string(), text: z.string(), id: z.string() });
export type Name = z.output<typeof Name>;
export type Names = Entity<Name, Pick<Name, "tenant_id" | "text">, never, { table: Pick<Name, "tenant_id"> }>;

/** The parent of records without one, in indexes. */
export const ROOT = "ROOT";

export interface NamedRecord {
  id: string;
  key?: string;
  slug?: Record<string, string>;
}

/** The errors for a key or slug that another record has. */
export interface TakenErrors {
  KEY_TAKEN(details: { key: string }): ApiError;
  SLUG_TAKEN?(details: { slug: string; locale: string }): ApiError;
}

/**
 * Declares the names of a kind of record. Each key, and each slug in a language, is a separate item, which makes it
 * unique within its tenant.
 */
export function nameEntity(of: { name: string }): Names {
  return entity({
    name: `${of.name}_name`,
    schema: Name,
    pk: `TENANT#{tenant_id}#${of.name.toUpperCase()}_NAME`,
    sk: "{text}",
    tenant: "tenant_id",
    deletion: { tenant: "partition", person: "unaffected" },
  });
}

/**
 * The name for a key.
 *
 * @param within id of the record within which the key is unique, where that is not the tenant
 */
export function keyText(key: string, within?: string): string {
  return within === undefined ? `KEY#${key}` : `KEY#${key}#${within}`;
}

/** The name for a slug: with composed accents, however they were typed, and the language in lower case. */
export function slugText(locale: string, slug: string): string {
  return `SLUG#${locale.toLowerCase()}#${slug.normalize("NFC")}`;
}

export function namesOf({ key, slug = {} }: NamedRecord, within?: string) {
  const slugs = Object.entries(slug).map(([locale, text]) => ({ locale, slug: text }));
  return new Map<string, { key: string } | { locale: string; slug: string }>([
    ...(key === undefined ? [] : [[keyText(key, within), { key }] as const]),
    ...slugs.map((each) => [slugText(each.locale, each.slug), each] as const),
  ]);
}

type NameTexts = ReturnType<typeof namesOf>;

/** The writes that take the names that a record gains, and free those that it loses. */
export function nameChanges(
  table: Names,
  { tenantId, id }: { tenantId: string; id: string },
  [before, after]: [before: NameTexts, after: NameTexts],
  taken: TakenErrors,
): Write[] {
  const gained = [...after].filter(([text]) => !before.has(text));
  const lost = [...before.keys()].filter((text) => !after.has(text));
  return [
    ...gained.map(([text, name]) =>
      table.create({ tenant_id: tenantId, text, id }, () =>
        "key" in name ? taken.KEY_TAKEN(name) : taken.SLUG_TAKEN?.(name),
      ),
    ),
    ...lost.map((text) => table.removeKey({ tenant_id: tenantId, text })),
  ];
}
