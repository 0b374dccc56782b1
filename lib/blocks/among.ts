import { terms, words } from "#core/dynamo/terms.ts";

interface Asked {
  query?: string | undefined;
  created_at_from?: number | undefined;
  created_at_to?: number | undefined;
  sort_field?: "created_at" | "updated_at" | "key" | undefined;
  sort_direction?: "asc" | "desc" | undefined;
}

interface Found {
  created_at: number;
  updated_at: number;
  key: string;
}

/**
 * Those records, of some that a list was asked for by id or key, that its words and times let through: in the order
 * they come in unless another is asked for.
 *
 * @param texts what a record is searched by
 */
export function among<T extends Found>(
  found: T[],
  { query, created_at_from, created_at_to, sort_field, sort_direction }: Asked,
  texts: (record: T) => string[],
): T[] {
  const prefixes = words(query);
  const left = found.filter((record) => {
    const own = prefixes.length > 0 ? terms(texts(record)) : [];
    return (
      record.created_at >= (created_at_from ?? Number.NEGATIVE_INFINITY) &&
      record.created_at <= (created_at_to ?? Number.POSITIVE_INFINITY) &&
      prefixes.every((prefix) => own.some((word) => word.startsWith(prefix)))
    );
  });
  if (!sort_field && !sort_direction) return left;
  const field = sort_field ?? "created_at";
  const up = (sort_direction ?? (field === "key" ? "asc" : "desc")) === "asc";
  return left.toSorted((one, other) => {
    const before = one[field] < other[field];
    return one[field] === other[field] ? 0 : before === up ? -1 : 1;
  });
}
