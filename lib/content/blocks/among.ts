import { openCursor, sealCursor } from "#core/dynamo/cursor.ts";
import { countFitting } from "#core/dynamo/fitting.ts";
import type { Page } from "#core/dynamo/list.ts";
import { terms, words } from "#core/dynamo/terms.ts";

interface Asked {
  query?: string | undefined;
  created_at_from?: number | undefined;
  created_at_to?: number | undefined;
  sort_field?: "created_at" | "updated_at" | "key" | undefined;
  sort_direction?: "asc" | "desc" | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

interface Found {
  id: string;
  created_at: number;
  updated_at: number;
  key: string;
}

/** The last record of a page, and how many there were up to it. */
interface Position {
  id: string;
  count: number;
}

/**
 * A list of some records that were asked for by id or key: those that its words and times let through, each once, in
 * the order they come in unless another is asked for. What does not fit one answer follows with its cursor.
 *
 * @param texts what a record is searched by
 * @param scope operation, tenant and visibility, to which a cursor is bound
 */
export async function among<T extends Found>(
  found: T[],
  query: Asked,
  texts: (record: T) => string[],
  scope: unknown[],
): Promise<Page<T>> {
  const { limit: _, cursor, ...filters } = query;
  const binding = { scope, filters };
  const position = await openCursor<Position>(cursor, binding);
  const all = sorted(
    fitting([...new Map(found.map((record) => [record.id, record])).values()], query, texts),
    query,
  );
  const last = all.findIndex(({ id }) => id === position?.id);
  // The last one of a page may be gone by the next.
  const start = last < 0 ? Math.max(0, (position?.count ?? 0) - 1) : last + 1;
  const rest = all.slice(start);
  const items = rest.slice(0, countFitting(rest));
  const { id } = items.at(-1) ?? {};
  const more = id !== undefined && items.length < rest.length;
  return {
    items,
    cursor: more ? await sealCursor({ id, count: start + items.length } satisfies Position, binding) : null,
  };
}

function fitting<T extends Found>(
  found: T[],
  { query, created_at_from, created_at_to }: Asked,
  texts: (record: T) => string[],
): T[] {
  const prefixes = words(query);
  return found.filter((record) => {
    const own = prefixes.length > 0 ? terms(texts(record)) : [];
    return (
      record.created_at >= (created_at_from ?? Number.NEGATIVE_INFINITY) &&
      record.created_at <= (created_at_to ?? Number.POSITIVE_INFINITY) &&
      prefixes.every((prefix) => own.some((word) => word.startsWith(prefix)))
    );
  });
}

function sorted<T extends Found>(found: T[], { sort_field, sort_direction }: Asked): T[] {
  if (!sort_field && !sort_direction) return found;
  const field = sort_field ?? "created_at";
  const up = (sort_direction ?? (field === "key" ? "asc" : "desc")) === "asc";
  return found.toSorted((one, other) => {
    const before = one[field] === other[field] ? one.id < other.id : one[field] < other[field];
    return before === up ? -1 : 1;
  });
}
