import type { Stored } from "#core/dynamo/entity.ts";
import { countFitting, listOptions, openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import { isInCreationRange, type Page, SORT_ATTRIBUTES, type SortField } from "#core/dynamo/list/rows.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import type { RecordsQuery } from "./query.ts";

export interface SortableEntity<T> {
  indexed(record: T): Record<string, string>;
  terms?: (record: T) => string[];
  answeredTwice?: boolean | undefined;
}

interface PageOptions<T> {
  facets: string[];
  named: boolean;
  scope: unknown[];
  take?: (records: Stored<T>[], most: number) => Promise<{ passed: Stored<T>[]; checked: number }>;
}

/** The last checked record of a page, and how many there were up to it. */
interface Position {
  id: string;
  count: number;
}

/**
 * A page of given records: each once, filtered by words, times and facets. The cursor leads to those that do not fit.
 *
 * @param named whether they were requested by id or key: then they have that order, unless another is requested, and
 *   no limit
 * @param scope operation, tenant and visibility, to which a cursor is bound
 * @param take checks records in order and takes up to a limit; where it stops, the page ends
 */
export async function pageOfRecords<T extends { id: string }>(
  entity: SortableEntity<T>,
  found: Stored<T>[],
  query: RecordsQuery,
  { facets, named, scope, take = takeFirst }: PageOptions<T>,
): Promise<Page<Stored<T>>> {
  const { limit: _, cursor, ...filters } = query;
  const { limit, sort, descending, createdFrom, createdTo } = listOptions(query);
  const binding = { scope, filters };
  const position = await openCursor<Position>(cursor, binding);
  const once = [...new Map(found.map((record) => [record.id, record])).values()];
  const prefixes = searchWords(query.query);
  const all = once.filter((record) => {
    const terms = entity.terms?.(record) ?? [];
    return (
      isInCreationRange(record.id, { createdFrom, createdTo }) &&
      facets.every((facet) => terms.includes(facet)) &&
      prefixes.every((prefix) => terms.some((term) => term.startsWith(prefix)))
    );
  });
  const asAsked = named && !query.sort_field && !query.sort_direction;
  const sorted = asAsked ? all : sortRecords(entity, all, sort, descending);
  const last = sorted.findIndex(({ id }) => id === position?.id);
  // The last record of a page may have been deleted before the next page is requested.
  const start = last < 0 ? Math.max(0, (position?.count ?? 0) - 1) : last + 1;
  const rest = sorted.slice(start);
  const { passed, checked } = await take(rest, named ? Number.POSITIVE_INFINITY : limit);
  const items = passed.slice(0, countFitting(passed, entity.answeredTwice ? 2 : 1));
  const end = items.length < passed.length ? items.at(-1) : rest[checked - 1];
  const count = end ? sorted.indexOf(end) + 1 : 0;
  return {
    items,
    cursor:
      end && count < sorted.length
        ? await sealCursor({ id: end.id, count } satisfies Position, binding)
        : null,
  };
}

async function takeFirst<T>(records: T[], most: number) {
  const passed = records.slice(0, most);
  return { passed, checked: passed.length };
}

// Sorts by the attributes that sort the indexes too.
function sortRecords<T extends { id: string }>(
  entity: SortableEntity<T>,
  found: Stored<T>[],
  sort: SortField,
  descending: boolean,
): Stored<T>[] {
  const attribute = SORT_ATTRIBUTES[sort];
  const place = (record: T) =>
    attribute === "sk" ? record.id : (entity.indexed(record)[attribute] ?? record.id);
  const placed = found.map((record) => ({ record, at: place(record) }));
  return placed
    .toSorted((one, other) => (one.at < other.at === descending ? 1 : -1))
    .map(({ record }) => record);
}
