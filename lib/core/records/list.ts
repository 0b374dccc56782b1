import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { PartitionName } from "#core/dynamo/key.ts";
import { listOptions, type OpenPage, openPage } from "#core/dynamo/list/page.ts";
import type { ExtraItem, ListParameters, ListRequest, Page } from "#core/dynamo/list/rows.ts";
import { DEFAULT_PAGE_SIZE } from "#core/dynamo/read.ts";
import { ROOT } from "./names.ts";
import { pageOfRecords, type SortableEntity } from "./page-of-records.ts";

/** Most records that a condition checks for a page, which may stay empty. The next page continues with the rest. */
const MAX_CHECKED = 400;

/** Most records that a condition with costly reads checks for a page. */
const MAX_COSTLY_CHECKS = 60;

/** Records that a list with a condition fetches at once: in the first read, and at most. */
const CHUNK_RECORDS = { first: 20, most: 100 } as const;

/** The stages of a list: each filters the records that the stage before it has let through. */
interface ListStages<T extends object> {
  source: ListSource<T>;
  /** Terms that all records have, from `facet` and `narrowingFacet`; the first is what the list begins with. */
  terms?: readonly string[];
  visible?: Visibility<T> | undefined;
  where?: ListCondition<T> | undefined;
  /** The order, where it is not that of the query. */
  sort?: Partial<Pick<ListRequest, "sort" | "descending" | "keyFrom" | "keyTo">>;
}

/** The records that the caller may see. */
interface Visibility<T> {
  /** What decides which records the caller sees: a cursor is valid only for callers with the same value. */
  viewer: unknown;
  /** Returns the visible ones of some records. The others are missing from their page. */
  filter?(found: Stored<T>[]): Stored<T>[] | Promise<Stored<T>[]>;
}

/**
 * A condition that terms cannot express. The list reads until the page is full, or until it has checked as many
 * records as it may.
 */
export interface ListCondition<T> {
  /** Its parameters, where the list's query does not have them: a cursor is valid only for equal ones. */
  parameters?: unknown;
  fits(record: T): boolean | Promise<boolean>;
  reads?: ConditionReads<T> | undefined;
}

/** Reads of other records that a condition needs. */
interface ConditionReads<T> {
  /** Reads what the condition needs for some records. Returns for how many, from the first, it did: at least one. */
  load(records: readonly T[]): Promise<number>;
  /** For costly reads: whether the page has made all that it may. Then it ends, and its cursor continues there. */
  isSpent?(): boolean;
}

/** Where the records of a list come from. */
export interface ListSource<T extends object> extends Pick<ListRequest, "partitions" | "lists" | "idPrefix"> {
  entity: ListedEntity<T>;
  index: "list" | "child";
  all?: readonly string[] | undefined;
  coversPartition?: boolean;
  /** Whether a query walks the index, because terms have no rows. */
  walks?: boolean;
  extraItem?: ExtraItem | undefined;
  /** Opens a page in another way than by the table's indexes; see `recordsByRows`. */
  open?: (request: ListRequest) => Promise<OpenPage<Stored<T>>>;
  /** Lists only these records; `named` if the caller named them by id or key. */
  onlyRecords?: { records: Stored<T>[]; named: boolean };
}

interface ListedEntity<T> extends SortableEntity<T> {
  attributes?: readonly string[] | undefined;
  parse(item: Record<string, unknown>): Stored<T>;
  termRows?: boolean | undefined;
  termPartitions(partition: string): string[];
  partitionsIn(index: PartitionName | "table", slots: Record<string, unknown>): string[];
  partitionIn(index: PartitionName | "table", slots: Record<string, unknown>): string;
  indexes?: { all?: string } | undefined;
}

interface SourceOptions {
  /** The statuses, where the lists of the records are by status. */
  statuses?: readonly string[] | undefined;
  /** Further slots of each list. */
  lists?: readonly Record<string, unknown>[] | undefined;
  /** Whether the lists are below a record: the index `child`. */
  below?: boolean;
  /** Whether these slots have no other records: then the table itself has them in order of creation. */
  coversPartition?: boolean;
  /** Whether every status is included: then the index of all statuses serves, if there is one. */
  everyStatus?: boolean;
}

/** The source of the records of a kind in the partitions of some slots. */
export function recordSource<T extends object>(
  entity: ListedEntity<T>,
  idPrefix: string,
  slots: Record<string, unknown>,
  { statuses, lists = [{}], below = false, coversPartition = false, everyStatus = false }: SourceOptions = {},
): ListSource<T> {
  const index = below ? "child" : "list";
  const each = statuses ? statuses.map((status) => ({ status })) : [{}];
  const whole = everyStatus && !below && entity.indexes?.all !== undefined;
  return {
    entity,
    idPrefix,
    index,
    coversPartition,
    partitions: entity.partitionsIn("table", slots),
    lists: lists.flatMap((own) =>
      each.map((status) => entity.partitionIn(index, { ...slots, ...own, ...status })),
    ),
    all: whole ? lists.map((own) => entity.partitionIn("all", { ...slots, ...own })) : undefined,
    walks: entity.termRows === false,
  };
}

/** A page of a list, from the cursor on, in the order of the query. */
export function list<T extends { id: string }>(
  ctx: Context,
  query: ListParameters,
  stages: ListStages<T>,
): Promise<Page<Stored<T>>> {
  const { onlyRecords } = stages.source;
  return onlyRecords ? pageOfThese(ctx, query, stages, onlyRecords) : pageOfAll(ctx, query, stages);
}

async function pageOfAll<T extends object>(
  ctx: Context,
  query: ListParameters,
  stages: ListStages<T>,
): Promise<Page<Stored<T>>> {
  const { visible, where } = stages;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const isBound = where?.reads?.isSpent !== undefined;
  const items: Stored<T>[] = [];
  let cursor = query.cursor;
  for (
    let seen = 0, chunk: number = CHUNK_RECORDS.first;
    seen < (isBound ? MAX_COSTLY_CHECKS : MAX_CHECKED);
  ) {
    const left = limit - items.length;
    // With a condition that few records meet, a small page must not read one record at a time.
    const size = !where ? left : isBound ? chunk : Math.min(Math.max(left, chunk), CHUNK_RECORDS.most);
    const request = requestOf(ctx, { ...query, limit: size, cursor }, stages);
    const { entity, open } = stages.source;
    const page = await (open ? open(request) : openPage(entity, request));
    const allowed = visible?.filter ? await visible.filter(page.items) : page.items;
    const { passed, checked } = await takeFitting<Stored<T>>(allowed, where, left);
    items.push(...passed);
    const next = allowed[checked];
    if (next) return { items, cursor: await page.cursorAfter(page.items.indexOf(next)) };
    seen += Math.max(1, page.items.length);
    cursor = page.cursor ?? undefined;
    if (!where || cursor === undefined || items.length >= limit || where.reads?.isSpent?.()) break;
    if (!isBound) chunk *= 2;
  }
  return { items, cursor: cursor ?? null };
}

function requestOf<T extends object>(
  ctx: Context,
  query: ListParameters,
  { source, terms = [], visible, where, sort }: ListStages<T>,
): ListRequest {
  const { entity: _entity, onlyRecords: _these, open: _open, ...place } = source;
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  const scope = [ctx.operation, visible?.viewer ?? null, where?.parameters ?? null, where ? filters : null];
  return { ...listOptions(query), ...sort, ...place, facets: [...terms], scope };
}

/** The records that a condition lets through, up to a limit, and how many were checked for it. */
async function takeFitting<T>(
  records: readonly T[],
  where: ListCondition<T> | undefined,
  most: number,
): Promise<{ passed: T[]; checked: number }> {
  const isSpent = where?.reads?.isSpent;
  const ready = where?.reads && records.length > 0 ? await where.reads.load(records) : records.length;
  const passed: T[] = [];
  let checked = 0;
  for (const record of records.slice(0, ready)) {
    if (checked > 0 && isSpent?.()) break;
    // Once the page is full, it skips records that do not meet the condition, if checking them costs no read.
    if (passed.length === most && (!where || isSpent || (await where.fits(record)))) break;
    checked += 1;
    if (passed.length < most && (!where || (await where.fits(record)))) passed.push(record);
  }
  return { passed, checked };
}

/** A page of given records, filtered and sorted like the list of all records. */
async function pageOfThese<T extends { id: string }>(
  ctx: Context,
  query: ListParameters,
  { source, terms = [], visible, where }: ListStages<T>,
  { records, named }: NonNullable<ListSource<T>["onlyRecords"]>,
): Promise<Page<Stored<T>>> {
  const allowed = visible?.filter ? await visible.filter(records) : records;
  return pageOfRecords(source.entity, allowed, query, {
    facets: [...terms],
    named,
    scope: [ctx.operation, source.partitions, visible?.viewer ?? null, where?.parameters ?? null],
    take: (some, most) => takeFitting<Stored<T>>(some, where, most),
  });
}

/** The parent in a query: `ROOT` for `null` or an empty text, which mean the records without one. */
export function requestedParent(parentId: string | undefined): string | undefined {
  return parentId === "" || parentId === "null" ? ROOT : parentId;
}
