import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { PartitionName } from "#core/dynamo/key.ts";
import { listOptions, type OpenPage, openPage } from "#core/dynamo/list/page.ts";
import type { ExtraItem, ListParameters, ListRequest, Page } from "#core/dynamo/list/rows.ts";
import { DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { ROOT } from "./names.ts";
import { pageOfRecords, type Sortable } from "./page-of-records.ts";

/** Records that a condition looks at for a page; what is left is for the next, which an empty page may precede. */
const MAX_SEEN = 400;

/** Records that a condition whose reads have a bound looks at for a page. */
const MAX_SEARCHED = 60;

/** Records that a condition is asked about at first, and at most, with one read of the list. */
const CHUNK = { first: 20, most: 100 } as const;

/** A list as the line of its stages: each takes what the one before lets through. */
interface Stages<T extends object> {
  /** Where the records are. */
  source: ListSource<T>;
  /** Terms that all of them have, as `facet` and `detail` make them; the first is what the list begins with. */
  terms?: readonly string[];
  visible?: Visible<T> | undefined;
  where?: Where<T> | undefined;
  /** The order, where the query does not say it: `listOptions` of the query else. */
  sort?: Partial<Pick<ListRequest, "sort" | "descending" | "keyFrom" | "keyTo">>;
}

/** What of the records the caller may see. */
interface Visible<T> {
  /** Whom the list is for: a cursor is good for the same alone. */
  to: unknown;
  /** Those of some records that are there for the caller. A page is shorter by the others. */
  those?(found: Stored<T>[]): Stored<T>[] | Promise<Stored<T>[]>;
}

/** A condition that no term tells. The list goes on until a page is full, or as many were looked at as one may. */
export interface Where<T> {
  /** What is asked besides the query of the list: a cursor is good for the same alone. */
  asks?: unknown;
  fits(record: T): boolean | Promise<boolean>;
  reads?: Reads<T> | undefined;
}

/** What a condition reads of other records. */
interface Reads<T> {
  /** Reads what is needed of some records together, before they are asked about; of how many it did, at least one. */
  of(records: readonly T[]): Promise<number>;
  /** For reads that have a bound: whether the page has cost that. It ends here, and its cursor leads on. */
  isSpent?(): boolean;
}

/** Where the records of a list are. */
export interface ListSource<T extends object> extends Pick<ListRequest, "partitions" | "lists" | "idPrefix"> {
  entity: Listed<T>;
  index: "list" | "child";
  all?: readonly string[] | undefined;
  everything?: boolean;
  /** Whether a query is answered by going through the index: so it is where terms have no rows. */
  walks?: boolean;
  besides?: ExtraItem | undefined;
  /** Opens a page otherwise than by the indexes of the table; see `rowsIn`. */
  open?: (request: ListRequest) => Promise<OpenPage<Stored<T>>>;
  /** These alone of all that are there, and whether the caller named them. */
  these?: { records: Stored<T>[]; named: boolean };
}

interface Listed<T> extends Sortable<T> {
  attributes?: readonly string[] | undefined;
  parse(item: Record<string, unknown>): Stored<T>;
  termRows?: boolean | undefined;
  termPartitions(partition: string): string[];
  partitionsIn(index: PartitionName | "table", slots: Record<string, unknown>): string[];
  partitionIn(index: PartitionName | "table", slots: Record<string, unknown>): string;
  indexes?: { all?: string } | undefined;
}

interface Among {
  /** Those of some statuses, where the lists of the records are by status. */
  statuses?: readonly string[] | undefined;
  /** What names each list besides: one each. */
  lists?: readonly Record<string, unknown>[] | undefined;
  /** Whether the lists are those below a record: the index `child`. */
  below?: boolean;
  /** Whether there are no others with these slots: the table itself has them in order of creation. */
  everything?: boolean;
  /** Whether no status is left out: the index of every status has them then, if there is one. */
  everyStatus?: boolean;
}

/** The source of the records of a kind that are in the partitions of some slots. */
export function recordsIn<T extends object>(
  entity: Listed<T>,
  idPrefix: string,
  slots: Record<string, unknown>,
  { statuses, lists = [{}], below = false, everything = false, everyStatus = false }: Among = {},
): ListSource<T> {
  const index = below ? "child" : "list";
  const each = statuses ? statuses.map((status) => ({ status })) : [{}];
  const whole = everyStatus && !below && entity.indexes?.all !== undefined;
  return {
    entity,
    idPrefix,
    index,
    everything,
    partitions: entity.partitionsIn("table", slots),
    lists: lists.flatMap((own) =>
      each.map((status) => entity.partitionIn(index, { ...slots, ...own, ...status })),
    ),
    all: whole ? lists.map((own) => entity.partitionIn("all", { ...slots, ...own })) : undefined,
    walks: entity.termRows === false,
  };
}

/** A page of a list: what its stages let through, as the query sorts it, from where the cursor ended. */
export function list<T extends { id: string }>(
  ctx: Context,
  query: ListParameters,
  stages: Stages<T>,
): Promise<Page<Stored<T>>> {
  const { these } = stages.source;
  return these ? pageOfThese(ctx, query, stages, these) : pageOfAll(ctx, query, stages);
}

async function pageOfAll<T extends object>(
  ctx: Context,
  query: ListParameters,
  stages: Stages<T>,
): Promise<Page<Stored<T>>> {
  const { visible, where } = stages;
  const limit = query.limit ?? DEFAULT_PAGE;
  const isBound = where?.reads?.isSpent !== undefined;
  const items: Stored<T>[] = [];
  let cursor = query.cursor;
  for (let seen = 0, chunk: number = CHUNK.first; seen < (isBound ? MAX_SEARCHED : MAX_SEEN); ) {
    const left = limit - items.length;
    // A small page behind a condition that lets little through is not asked for one record at a time.
    const size = !where ? left : isBound ? chunk : Math.min(Math.max(left, chunk), CHUNK.most);
    const request = requestOf(ctx, { ...query, limit: size, cursor }, stages);
    const { entity, open } = stages.source;
    const page = await (open ? open(request) : openPage(entity, request));
    const there = visible?.those ? await visible.those(page.items) : page.items;
    const { passed, looked } = await lookThrough<Stored<T>>(there, where, left);
    items.push(...passed);
    const next = there[looked];
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
  { source, terms = [], visible, where, sort }: Stages<T>,
): ListRequest {
  const { entity: _entity, these: _these, open: _open, ...place } = source;
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  const scope = [ctx.operation, visible?.to ?? null, where?.asks ?? null, where ? filters : null];
  return { ...listOptions(query), ...sort, ...place, facets: [...terms], scope };
}

/** Those of some records that a condition lets through, at most so many, and how many were looked at for it. */
async function lookThrough<T>(
  records: readonly T[],
  where: Where<T> | undefined,
  most: number,
): Promise<{ passed: T[]; looked: number }> {
  const isSpent = where?.reads?.isSpent;
  const ready = where?.reads && records.length > 0 ? await where.reads.of(records) : records.length;
  const passed: T[] = [];
  let looked = 0;
  for (const record of records.slice(0, ready)) {
    if (looked > 0 && isSpent?.()) break;
    // What follows a full page and does not fit is passed over, where it costs no read to know.
    if (passed.length === most && (!where || isSpent || (await where.fits(record)))) break;
    looked += 1;
    if (passed.length < most && (!where || (await where.fits(record)))) passed.push(record);
  }
  return { passed, looked };
}

/** A page of some records that are at hand, named or otherwise, which would stand in the list of all. */
async function pageOfThese<T extends { id: string }>(
  ctx: Context,
  query: ListParameters,
  { source, terms = [], visible, where }: Stages<T>,
  { records, named }: NonNullable<ListSource<T>["these"]>,
): Promise<Page<Stored<T>>> {
  const there = visible?.those ? await visible.those(records) : records;
  return pageOfRecords(source.entity, there, query, {
    facets: [...terms],
    named,
    scope: [ctx.operation, source.partitions, visible?.to ?? null, where?.asks ?? null],
    take: (some, most) => lookThrough<Stored<T>>(some, where, most),
  });
}

/** The parent that a query asks for: `ROOT` for `null` or nothing, which ask for those without one. */
export function requestedParent(parentId: string | undefined): string | undefined {
  return parentId === "" || parentId === "null" ? ROOT : parentId;
}
