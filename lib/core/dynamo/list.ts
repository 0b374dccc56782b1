import { openCursor, sealCursor } from "./cursor.ts";
import type { Stored } from "./entity.ts";
import { countFitting } from "./fitting.ts";
import { keyIn, nameOf } from "./key.ts";
import { inRange } from "./list-range.ts";
import {
  type ListRequest,
  matches,
  type Needed,
  type Position,
  precedes,
  type Row,
  type Rows,
  type SortField,
  stillListed,
} from "./list-request.ts";
import { Source } from "./list-source.ts";
import { batchGetItems, DEFAULT_PAGE } from "./read.ts";
import { gather } from "./search.ts";
import { words } from "./terms.ts";

/** The parameters that the lists of the store family share. */
interface ListParameters {
  limit?: number | undefined;
  cursor?: string | undefined;
  query?: string | undefined;
  sort_field?: SortField | undefined;
  sort_direction?: "asc" | "desc" | undefined;
  created_at_from?: number | undefined;
  created_at_to?: number | undefined;
}

/** A list's parameters with their defaults: 20 records, newest first. */
export function listOptions(query: ListParameters) {
  return {
    query: query.query,
    sort: query.sort_field ?? "created_at",
    descending: query.sort_direction ? query.sort_direction === "desc" : query.sort_field !== "key",
    limit: query.limit ?? DEFAULT_PAGE,
    cursor: query.cursor,
    createdFrom: query.created_at_from,
    createdTo: query.created_at_to,
  };
}

export interface Page<T> {
  items: T[];
  cursor: string | null;
}

/** Rows that a filter may look at before it answers with a shorter page and a cursor. */
const WALK = 1000;
/** Reads that it may make besides the first of each list. */
const REREADS = 20;
/** Rows that cost one half read unit, the least that a read costs. */
const LEAST = 8;
/** Lists, such as one a status, of which each is read for a whole page at once. */
const FEW = 3;

/**
 * One page of a list, in order, from where the cursor ended.
 *
 * Without `query` and facets it reads just the page's rows from each status's index and merges them. With them it
 * takes the cheaper of two ways: a term with few matches is gathered whole and sorted; one with many is common enough
 * that walking the sorted index finds a page soon. Neither depends on how many records there are.
 */
export async function listRecords<T extends object>(
  entity: {
    parse(item: Record<string, unknown>): Stored<T>;
    termPartitions(partition: string): string[];
  },
  request: ListRequest,
): Promise<Page<Stored<T>>> {
  const { cursor, limit, partitions, lists, scope, besides: _, ...rest } = request;
  const binding = { partitions, lists, limit: undefined, scope, ...rest };
  const position = await openCursor<Position>(cursor, binding);
  const needed = { prefixes: words(request.query), facets: request.facets ?? [] };
  const searching = needed.prefixes.length + needed.facets.length > 0;
  const page =
    (searching && !request.walks
      ? await gather(entity.termPartitions, request, needed, position)
      : undefined) ?? (await walk(request, needed, position));
  const items = page.full ? page.rows.map(({ item }) => item) : await fullItems(request, page.rows);
  const fitting = countFitting(items);
  const cut = fitting < items.length ? page.rows.find(({ sk }) => sk === items[fitting - 1]?.sk) : page.next;
  return {
    items: items.slice(0, fitting).map((item) => entity.parse(item)),
    cursor: cut ? await sealCursor({ at: cut.at, pk: cut.pk, sk: cut.sk } satisfies Position, binding) : null,
  };
}

async function walk(request: ListRequest, needed: Needed, position: Position | undefined): Promise<Rows> {
  const searching = needed.prefixes.length + needed.facets.length > 0;
  const base = request.everything === true && request.sort === "created_at" && !searching;
  const sources = base ? tableSources(request, position) : listSources(request, position);
  const reads = () => sources.reduce((sum, source) => sum + source.reads, 0);
  const isFar = (seen: number) => seen >= WALK || reads() > sources.length + REREADS;
  const rows: Row[] = [];
  let last = position;
  for (let seen = 0; ; seen++) {
    const row = await nextOf(sources, request.descending);
    if (!row) return { rows, next: undefined, full: base };
    if (rows.length === request.limit || isFar(seen)) return { rows, next: last, full: base };
    if (inRange(row.sk, request) && matches(row.terms, needed)) rows.push(row);
    last = row;
  }
}

// Of many lists a page takes a few rows each; one that gives more, or that a filter thins, is read in larger chunks. Of
// a few, one often has most: to read it twice would be a round trip more.
function listSources(request: ListRequest, position: Position | undefined): Source[] {
  const { lists, limit } = request;
  const share = lists.length <= FEW ? 1 : 2 / lists.length;
  const chunk = Math.max(LEAST, Math.ceil((limit + 1) * share));
  return lists.map((list) => new Source(request, { list }, chunk, position));
}

// Shards have about the same of a page each: a little more is read, as seldom one has much more than its share.
function tableSources(request: ListRequest, position: Position | undefined): Source[] {
  const { partitions, limit } = request;
  const share = (limit + 1) / partitions.length;
  const chunk = partitions.length === 1 ? limit + 1 : Math.ceil(share + 1.25 * Math.sqrt(share));
  return partitions.map((partition) => new Source(request, { partition }, chunk, position));
}

async function nextOf(sources: Source[], descending: boolean): Promise<Row | undefined> {
  await Promise.all(sources.filter((source) => source.isDry).map((source) => source.fill()));
  let best: Source | undefined;
  for (const source of sources) {
    if (source.head && (!best || precedes(source.head, best.head, descending))) best = source;
  }
  return best?.take();
}

async function fullItems(request: ListRequest, rows: Row[]): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const { besides } = request;
  const keys = rows.map(({ pk, sk }) => ({ pk, sk }));
  if (!besides) return stillListed(request, await batchGetItems(keys));
  const items = await batchGetItems([...keys, besides.key]);
  const last = items.at(-1);
  const found = last && nameOf(keyIn(last)) === nameOf(besides.key) ? items.pop() : undefined;
  besides.take(found);
  return stillListed(request, items);
}
