/** How a record is named in a path: by id, by key, or by slug in a locale. */
type Lookup =
  | { by: "id"; id: string }
  | { by: "key"; key: string }
  | { by: "slug"; slug: string; locale: string | undefined };

/** What the query of a path says of it. */
export interface LookupParameters {
  key?: string | undefined;
  slug?: string | undefined;
  locale?: string | undefined;
}

/**
 * Reads the three spellings of a lookup: `/{id}`, `/{anything}?key=` or `?slug=&locale=`, and the path segments
 * `{tenantId}:{key}` and `{tenantId}:{locale}:{slug}`.
 *
 * @returns `undefined` for a segment that names another tenant: there is no such record
 */
export function parseLookup(
  tenantId: string,
  segment: string,
  query: LookupParameters = {},
): Lookup | undefined {
  if (query.key !== undefined) return { by: "key", key: query.key };
  if (query.slug !== undefined) return { by: "slug", slug: query.slug, locale: query.locale };
  const [tenant, first, ...rest] = segment.split(":");
  if (first === undefined) return { by: "id", id: segment };
  if (tenant !== tenantId) return undefined;
  if (rest.length === 0) return { by: "key", key: first };
  return { by: "slug", locale: first, slug: rest.join(":") };
}
