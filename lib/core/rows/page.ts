import type { Stored } from "#core/dynamo/entity.ts";
import { keyName, keyOfItem } from "#core/dynamo/key.ts";
import { countFitting, type OpenPage, openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { keyOfName } from "#core/dynamo/record-name.ts";
import type { ListSource } from "#core/records/list.ts";
import { BY_CREATION, type RowsSource, sortsOf } from "./declaration.ts";
import { compareKeys, placeOf } from "./place.ts";
import {
  gatherableLists,
  hasTerms,
  hasWords,
  matchesQuery,
  orderedLists,
  type RowsQuery,
  type RowsRequest,
  rowsQuery,
} from "./query.ts";
import type { RowIndex, RowsReading } from "./read.ts";
import { type FoundRow, gatherRows, RowWalk } from "./walk.ts";

interface PageBounds {
  /** Most rows that a page checks. */
  rows: number;
  /** Most records that a page reads. */
  records: number;
  /** Most rows that are gathered and sorted. */
  gathered: number;
  /** Most rows that are gathered where their records are read for sorting. */
  whole: number;
}
const PAGE_BOUNDS: PageBounds = { rows: 700, records: 200, gathered: 400, whole: 150 };
/** Least and most records of one read. */
const CHUNK_RECORDS = { least: 20, most: 100 } as const;

interface RowSupply {
  next(): Promise<FoundRow | undefined>;
  /** Rows that were checked before the first one. */
  checked: number;
}

/**
 * The records of a kind with rows, as a source for `list`. The request filters, searches and sorts. The query of `list`
 * gives only the page size and the cursor.
 */
export function recordsByRows<T extends object>(
  index: RowIndex<T>,
  reading: RowsReading,
  request: RowsRequest,
  bounds: PageBounds = PAGE_BOUNDS,
): ListSource<T> {
  const needed = rowsQuery(request);
  return {
    entity: index.of.entity,
    index: "list",
    idPrefix: "",
    partitions: [],
    lists: [],
    open: ({ limit, cursor, scope }) => {
      const binding = { rows: index.name, tenant: reading.tenantId, needed, scope };
      return openRows({ source: index.of, reading, needed, bounds }, { limit, cursor, binding });
    },
  };
}

interface RowList<T extends object> {
  source: RowsSource<T>;
  reading: RowsReading;
  needed: RowsQuery;
  bounds: PageBounds;
}

async function openRows<T extends object>(
  place: RowList<T>,
  { limit, cursor, binding }: { limit: number; cursor: string | undefined; binding: unknown },
): Promise<OpenPage<Stored<T>>> {
  const start = await openCursor<{ place: string }>(cursor, binding);
  const page = await pageAfter(place, limit, start?.place);
  const fitting = countFitting(page.items);
  const cursorTo = async (at: string | undefined) =>
    at === undefined ? null : sealCursor({ place: at }, binding);
  const placeAfter = (count: number) =>
    count < page.items.length ? page.items[count - 1]?.place : page.next;
  return {
    items: page.items.slice(0, fitting).map(({ record }) => record),
    cursor: await cursorTo(placeAfter(fitting)),
    cursorAfter: (count) => cursorTo(count === 0 ? start?.place : placeAfter(count)),
  };
}

interface PageItem<T extends object> {
  record: Stored<T>;
  place: string;
}

/** Walks rows after a place, and takes those whose records still match the request. */
async function pageAfter<T extends object>(
  place: RowList<T>,
  limit: number,
  after: string | undefined,
): Promise<{ items: PageItem<T>[]; next: string | undefined }> {
  const { bounds, needed, source } = place;
  const items: PageItem<T>[] = [];
  let [last, checked, fitting, records] = [after, 0, 0, 0];
  // Estimates the rows to read next: as many as fill the page, if as large a share of them fits as until now.
  const supply = await supplyOf(place, after, (taken) =>
    Math.min(bounds.rows - checked, ((limit + 1 - fitting) * Math.max(1, taken)) / Math.max(1, fitting)),
  );
  checked += supply.checked;
  let row = await supply.next();
  // At least one row is checked, so that a page always advances.
  const isAtLimit = () => last !== after && (checked >= bounds.rows || records >= bounds.records);
  while (row && items.length < limit && !isAtLimit()) {
    const some: FoundRow[] = [];
    const size = Math.min(
      CHUNK_RECORDS.most,
      Math.max(limit - items.length, CHUNK_RECORDS.least),
      bounds.records - records,
    );
    for (; row && some.length < Math.max(1, size) && !isAtLimit(); row = await supply.next()) {
      last = row.place;
      checked += 1;
      if (mayMatch(row, needed)) some.push(row);
      fitting = items.length + some.length;
    }
    records += some.length;
    const found = await readRecords(place, some);
    for (const { of, place: at } of some) {
      const record = found.get(of);
      if (!record || !matchesQuery(source.listing(record), needed)) continue;
      if (items.length === limit) return { items, next: items.at(-1)?.place };
      items.push({ record, place: at });
    }
  }
  return { items, next: row ? last : undefined };
}

/** Whether a row's record may match. Rows of words carry only words. */
function mayMatch({ terms, isWord }: FoundRow, needed: RowsQuery): boolean {
  return isWord ? hasWords(terms, needed.words) : hasTerms(terms, needed);
}

async function readRecords<T extends object>(
  { source, reading }: RowList<T>,
  rows: readonly FoundRow[],
): Promise<Map<string, Stored<T>>> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ of }) => keyOfName(reading.tenantId, of));
  const items = await batchGetItems(keys, false, source.entity.attributes);
  const byKey = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
  return new Map(
    rows.flatMap(({ of }) => {
      const item = byKey.get(keyName(keyOfName(reading.tenantId, of)));
      return item ? [[of, source.entity.parse(item)]] : [];
    }),
  );
}

/** The rows of a page. A few are gathered and sorted. Of many, the list in the requested order is walked. */
async function supplyOf<T extends object>(
  place: RowList<T>,
  after: string | undefined,
  expected: (taken: number) => number,
): Promise<RowSupply> {
  const { reading, needed, bounds } = place;
  let checked = 0;
  for (const gathered of gatherableLists(needed)) {
    const isPlaced = needed.sort === BY_CREATION && gathered.from === undefined && gathered.to === undefined;
    const found = await gatherRows(reading, gathered, isPlaced ? bounds.gathered : bounds.whole);
    checked += found.seen;
    if (!found.isAll) continue;
    const maybe = found.rows.filter((row) => mayMatch(row, needed));
    const rows = isPlaced ? maybe : await placeRows(place, maybe);
    return sortRows(rows, needed.descending, after, checked);
  }
  const { descending } = needed;
  // A search with too many rows to gather is sparse in the ordered list: this uses all that a page may check.
  const rest = Math.max(0, bounds.rows - checked);
  const walk = new RowWalk(reading, orderedLists(needed), {
    descending,
    after,
    expected: (taken) => (taken === 0 && checked > 0 ? rest : expected(taken)),
  });
  return { next: () => walk.next(), checked };
}

function sortRows(
  rows: FoundRow[],
  descending: boolean,
  after: string | undefined,
  checked: number,
): RowSupply {
  const sign = descending ? -1 : 1;
  const left = rows
    .filter(({ place }) => after === undefined || sign * compareKeys(place, after) > 0)
    .sort((one, other) => sign * compareKeys(one.place, other.place));
  return { next: async () => left.shift(), checked };
}

/** Gives each row the place that its record has in the requested order. */
async function placeRows<T extends object>(
  place: RowList<T>,
  rows: readonly FoundRow[],
): Promise<FoundRow[]> {
  const found = await readRecords(place, rows);
  return rows.flatMap((row) => {
    const record = found.get(row.of);
    const listing = record && place.source.listing(record);
    const at = listing && sortsOf(listing)[place.needed.sort];
    return at === undefined ? [] : [{ ...row, place: placeOf(at, row.of) }];
  });
}

/** Most rows that are checked for a count, without and with words. */
const MAX_COUNTED = { most: 2000, withWords: 500 } as const;

/**
 * The number of records in a list, by their rows alone. It is a lower bound where too many rows would have to be
 * checked, or where rows do not carry everything that is requested.
 */
export async function countRows(
  reading: RowsReading,
  request: RowsRequest,
): Promise<{ value: number; exact: boolean }> {
  const needed = rowsQuery(request);
  const [words] = gatherableLists(needed);
  if (words && !words.whole && needed.needs.length + needed.ranges.length === 0) {
    const { rows, isAll } = await gatherRows(reading, words, PAGE_BOUNDS.gathered);
    const value = rows.filter((row) => mayMatch(row, needed)).length;
    return { value, exact: isAll && reading.isComplete };
  }
  const most = words && !words.whole ? MAX_COUNTED.withWords : MAX_COUNTED.most;
  const other = needed.ranges.find(({ sort }) => sort !== BY_CREATION);
  const by = { ...needed, sort: other?.sort ?? BY_CREATION };
  const walk = new RowWalk(reading, orderedLists(by), {
    descending: false,
    after: undefined,
    expected: () => most,
  });
  const isAll = needed.ranges.length < 2;
  let value = 0;
  for (let checked = 0; isAll && checked < most; checked++) {
    const row = await walk.next();
    if (!row) return { value, exact: reading.isComplete };
    if (hasTerms(row.terms, needed)) value += 1;
  }
  return { value, exact: isAll && reading.isComplete && (await walk.next()) === undefined };
}
