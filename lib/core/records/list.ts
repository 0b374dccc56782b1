import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { PartitionName } from "#core/dynamo/index-keys.ts";
import { listOptions, type OpenPage, openPage } from "#core/dynamo/list/page.ts";
import type { Besides, Page } from "#core/dynamo/list/types.ts";
import { DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { ROOT } from "./names.ts";
import type { RecordsQuery } from "./query.ts";
import { pageOfSome, type Sorted } from "./some.ts";

/** Records that a filter looks at for a page; what is left is for the next, which an empty page may precede. */
const MAX_SEEN = 400;

/** The same of a filter that reads other records. */
const MAX_SEARCHED = 60;

/** Records that a filter is asked about at first, and at most, with one read of the list. */
const CHUNK = { first: 20, most: 100 } as const;

/** Those of some records that are there for the caller. */
export type Seen<T> = (found: Stored<T>[], seesAll: boolean) => Promise<Stored<T>[]>;

/** What a filter reads of other records, a page at a time and within a bound. */
interface Search<T> {
  /** Reads what is needed of some records together, before they are asked about; of how many it did, at least one. */
  prepare(records: readonly T[]): Promise<number>;
  /** Whether the page has cost what one may cost: it ends here, and its cursor leads on. */
  isSpent(): boolean;
}

/** How a list is narrowed further, as far as its kind has such filters. */
export interface Narrowed<T> {
  /** Id of the parent, or `ROOT`: the list is that of the `child` index. */
  parent?: string | undefined;
  /** Terms that the records have; the first is what the list begins with. */
  facets?: string[];
  /** Asked of one record after the other: a page may be short then and still not be the last. */
  fits?: Fits<T>;
  /** What `fits` reads besides the record, when that is not little. */
  search?: Search<T> | undefined;
  seen?: Seen<T> | undefined;
  /** In place of all records of the tenant, these. */
  only?: Stored<T>[] | undefined;
  /** What its partitions are named by besides tenant and status, one each, and whether there are no others. */
  lists?: { slots: Record<string, string>[]; everything: boolean } | undefined;
  /** A record that is read along with a page's, where these are read by key, and what is done with it. */
  besides?: Besides | undefined;
  /** Filters that are not in `facets` and that a cursor is bound to. */
  scope?: unknown;
}

/** A kind of record as one caller sees it. */
export interface Shown<T> {
  entity: Sorted<T> & {
    attributes?: readonly string[] | undefined;
    parse(item: Record<string, unknown>): Stored<T>;
    termRows?: boolean | undefined;
    termPartitions(partition: string): string[];
    partitionsIn(index: PartitionName | "table", slots: Record<string, unknown>): string[];
    partitionIn(index: PartitionName | "table", slots: Record<string, unknown>): string;
    indexes?: { all?: string } | undefined;
  };
  /** The slot that names the tenant. */
  tenant: Record<string, string>;
  idPrefix: string;
  seesAll: boolean;
  /** Statuses that the caller asks for and may see, and whether there are no others. */
  statuses: string[];
  everyStatus: boolean;
  /** What lets a record through that has such a status. */
  fits?: Fits<T> | undefined;
}

/** A page of all records of a kind. */
export async function listAll<T extends object>(
  ctx: Context,
  shown: Shown<T>,
  query: RecordsQuery,
  narrowed: Narrowed<T>,
): Promise<Page<Stored<T>>> {
  const { seen, search } = narrowed;
  const { fits, seesAll } = shown;
  const items: Stored<T>[] = [];
  const limit = query.limit ?? DEFAULT_PAGE;
  const most = search ? MAX_SEARCHED : MAX_SEEN;
  let cursor = query.cursor;
  for (let seenSoFar = 0, chunk: number = CHUNK.first; seenSoFar < most; chunk *= search ? 1 : 2) {
    const left = limit - items.length;
    // A small page behind a filter that lets little through is not asked for one record at a time.
    const size = !fits ? left : search ? chunk : Math.min(Math.max(left, chunk), CHUNK.most);
    const page = await nextPage(ctx, shown, { ...query, limit: size, cursor }, narrowed);
    const found = seen ? await seen(page.items, seesAll) : page.items;
    const { passed, looked } = await lookThrough<Stored<T>>(found, { fits, search }, left);
    items.push(...passed);
    const next = found[looked];
    if (next) return { items, cursor: await page.cursorAfter(page.items.indexOf(next)) };
    seenSoFar += Math.max(1, page.items.length);
    cursor = page.cursor ?? undefined;
    if (!fits || cursor === undefined || items.length >= limit || search?.isSpent()) break;
  }
  return { items, cursor: cursor ?? null };
}

type Fits<T> = (record: T) => boolean | Promise<boolean>;

/** Those of some records that a filter lets through, at most so many, and how many were looked at for it. */
async function lookThrough<T>(
  records: readonly T[],
  { fits, search }: { fits: Fits<T> | undefined; search: Search<T> | undefined },
  most: number,
): Promise<{ passed: T[]; looked: number }> {
  const ready = search && records.length > 0 ? await search.prepare(records) : records.length;
  const passed: T[] = [];
  let looked = 0;
  for (const record of records.slice(0, ready)) {
    if (passed.length === most || (looked > 0 && search?.isSpent())) break;
    looked += 1;
    if (!fits || (await fits(record))) passed.push(record);
  }
  return { passed, looked };
}

function nextPage<T extends object>(
  ctx: Context,
  shown: Shown<T>,
  query: RecordsQuery,
  narrowed: Narrowed<T>,
): Promise<OpenPage<Stored<T>>> {
  const { entity, tenant, idPrefix, seesAll, everyStatus, fits } = shown;
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  return openPage(entity, {
    ...listOptions(query),
    partitions: entity.partitionsIn("table", tenant),
    lists: partitionsOf(shown, narrowed),
    all: wholeOf(shown, narrowed),
    index: narrowed.parent ? "child" : "list",
    besides: narrowed.besides,
    walks: entity.termRows === false,
    everything: narrowed.lists?.everything ?? (!narrowed.parent && everyStatus),
    facets: narrowed.facets ?? [],
    idPrefix,
    scope: [ctx.operation, seesAll, narrowed.scope, fits ? filters : null],
  });
}

function partitionsOf<T>({ entity, tenant, statuses }: Shown<T>, { lists, parent }: Narrowed<T>): string[] {
  const index = parent ? "child" : "list";
  const named = lists?.slots ?? [parent ? { parent } : {}];
  return named.flatMap((slots) =>
    statuses.map((status) => entity.partitionIn(index, { ...tenant, ...slots, status })),
  );
}

/** The partitions of the index of every status, where the caller sees every one and the kind is in it. */
function wholeOf<T>({ entity, tenant, everyStatus }: Shown<T>, { lists, parent }: Narrowed<T>) {
  if (!everyStatus || parent || !entity.indexes?.all) return undefined;
  return (lists?.slots ?? [{}]).map((slots) => entity.partitionIn("all", { ...tenant, ...slots }));
}

/** A page of some records, named or otherwise at hand, that would stand in the list of all. */
export async function listSome<T extends { id: string; status: string }>(
  ctx: Context,
  shown: Shown<T>,
  query: RecordsQuery,
  narrowed: Narrowed<T>,
  some: Stored<T>[],
): Promise<Page<Stored<T>>> {
  const { entity, statuses, seesAll, tenant, fits } = shown;
  const { facets = [], seen, search, parent, lists, scope } = narrowed;
  const index = parent ? "child" : "list";
  const partitions = parent || lists ? partitionsOf(shown, narrowed) : undefined;
  const stands = (record: T) =>
    statuses.includes(record.status) &&
    (!partitions || partitions.includes(entity.indexed(record)[index] ?? ""));
  const there = (seen ? await seen(some, seesAll) : some).filter(stands);
  return pageOfSome(entity, there, query, {
    facets,
    named: query.ids !== undefined || query.key !== undefined,
    scope: [ctx.operation, tenant, seesAll, scope],
    take: (records, most) => lookThrough<Stored<T>>(records, { fits, search }, most),
  });
}

/** The parent that a query asks for: `ROOT` for `null` or nothing, which ask for those without one. */
export function parentAsked(parentId: string | undefined): string | undefined {
  return parentId === "" || parentId === "null" ? ROOT : parentId;
}
