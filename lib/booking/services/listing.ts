import type { Context } from "#core/context.ts";
import { openCursor, sealCursor } from "#core/dynamo/cursor.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listRecords, type Page, type SortField } from "#core/dynamo/list.ts";
import { DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { inKey } from "#core/dynamo/template.ts";
import { words } from "#core/dynamo/terms.ts";
import type { Block } from "#lib/content/blocks/schema.ts";
import { isPublished } from "./read.ts";

/** Records looked at for a page; what is left is for the next one, which may then be reached by an empty page. */
const MOST_SEEN = 400;

interface Bookable {
  id: string;
  key: string;
  name: string;
  slug: Record<string, string>;
  access: string;
  status: "DRAFT" | "ACTIVE" | "ARCHIVED";
  nodeIds: string[];
  blocks: Block[];
  createdAt: number;
  updatedAt: number;
}

interface Query {
  limit?: number | undefined;
  cursor?: string | undefined;
  ids?: string[] | undefined;
  key?: string | undefined;
  query?: string | undefined;
  status?: Bookable["status"] | undefined;
  statuses?: Bookable["status"][] | undefined;
  nodeId?: string | undefined;
  blocks?: { key?: string | undefined; id?: string | undefined; value?: unknown }[] | undefined;
  matchAll?: boolean | undefined;
  sortField?: SortField | undefined;
  sortDirection?: "asc" | "desc" | undefined;
  createdAtFrom?: number | undefined;
  createdAtTo?: number | undefined;
}

interface Source<T extends Bookable> {
  entity: { parse(item: Record<string, unknown>): Stored<T> };
  partition: string;
  idPrefix: string;
  businessId: string;
  /** In place of all records, those named. */
  among?: Stored<T>[] | undefined;
}

/**
 * A page of services or providers. Words, statuses and times are found by index; the filters on what a record holds
 * are asked of one record after the other, so that a page may be short and still not be the last.
 */
export async function listBookables<T extends Bookable>(
  ctx: Context,
  source: Source<T>,
  query: Query,
  fits: (record: T) => boolean | Promise<boolean>,
): Promise<Page<Stored<T>>> {
  const seesAll = await ctx.may("READ", source.businessId);
  const passes = async (record: T) =>
    (seesAll || isPublished(record)) && matchesContent(record, query) && (await fits(record));
  if (source.among) return among(ctx, source.among, query, [source.businessId, seesAll], passes);
  const limit = query.limit ?? DEFAULT_PAGE;
  const items: Stored<T>[] = [];
  let cursor = query.cursor;
  for (let seen = 0; seen < MOST_SEEN; ) {
    const page = await nextPage(ctx, source, query, seesAll, limit - items.length, cursor);
    for (const record of page.items) if (await passes(record)) items.push(record);
    seen += Math.max(1, page.items.length);
    cursor = page.cursor ?? undefined;
    if (cursor === undefined || items.length >= limit) break;
  }
  return { items, cursor: cursor ?? null };
}

function nextPage<T extends Bookable>(
  ctx: Context,
  { entity, partition, idPrefix }: Source<T>,
  query: Query,
  seesAll: boolean,
  limit: number,
  cursor: string | undefined,
): Promise<Page<Stored<T>>> {
  const { sortField = "created_at", sortDirection, createdAtFrom, createdAtTo } = query;
  const statuses = statusesOf(query).filter((status) => seesAll || status === "ACTIVE");
  return listRecords(entity, {
    partition,
    lists: statuses.map((status) => `${partition}#${status}`),
    everything: statuses.length === ALL.length,
    query: query.query,
    sort: sortField,
    descending: sortDirection ? sortDirection === "desc" : sortField !== "key",
    limit,
    cursor,
    idPrefix,
    createdFrom: createdAtFrom,
    createdTo: createdAtTo,
    scope: [ctx.operation, seesAll, filtersOf(query)],
  });
}

/** What a list's pages have in common. */
function filtersOf({ limit: _limit, cursor: _cursor, ...filters }: Query): object {
  return filters;
}

const ALL = ["DRAFT", "ACTIVE", "ARCHIVED"] as const;

function statusesOf({ status, statuses }: Query): Bookable["status"][] {
  return ALL.filter(
    (each) =>
      (status === undefined || each === status) && (statuses === undefined || statuses.includes(each)),
  );
}

function matchesContent(record: Bookable, { nodeId, blocks = [], matchAll = true }: Query): boolean {
  const wanted = [
    ...(nodeId === undefined ? [] : [record.nodeIds.includes(nodeId)]),
    ...blocks.map((filter) => record.blocks.some((block) => isLike(block, filter))),
  ];
  if (wanted.length === 0) return true;
  return matchAll ? wanted.every(Boolean) : wanted.some(Boolean);
}

function isLike(block: Block, filter: NonNullable<Query["blocks"]>[number]): boolean {
  if (filter.key !== undefined && block.key !== filter.key) return false;
  if (filter.id !== undefined && block.id !== filter.id) return false;
  if (filter.value === undefined) return true;
  const wanted = JSON.stringify(filter.value);
  return [block.value, ...block.value].some((value) => JSON.stringify(value) === wanted);
}

// Those asked for by id or key come all at once, in the order asked unless another is named.
async function among<T extends Bookable>(
  ctx: Context,
  records: Stored<T>[],
  query: Query,
  whose: [businessId: string, seesAll: boolean],
  passes: (record: T) => Promise<boolean>,
): Promise<Page<Stored<T>>> {
  const { limit = DEFAULT_PAGE, cursor, sortField = "created_at", sortDirection } = query;
  const named = query.ids !== undefined || query.key !== undefined;
  const descending = sortDirection ? sortDirection === "desc" : sortField !== "key";
  const scope = [ctx.operation, ...whose, filtersOf(query)];
  const done = (await openCursor<number>(cursor, scope)) ?? 0;
  const statuses = statusesOf(query);
  const passing = await Promise.all(
    records.map(
      async (each) => statuses.includes(each.status) && isNamed(each, query) && (await passes(each)),
    ),
  );
  const found = records.filter((_, index) => passing[index]);
  if (named && !query.sortField && !sortDirection) return { items: found, cursor: null };
  const sorted = found.toSorted((one, other) =>
    sortText(one, sortField) < sortText(other, sortField) === descending ? 1 : -1,
  );
  if (named) return { items: sorted, cursor: null };
  const items = sorted.slice(done, done + limit);
  const more = done + items.length < sorted.length;
  return { items, cursor: more ? await sealCursor(done + items.length, scope) : null };
}

function isNamed(record: Bookable, { key = record.key, query, createdAtFrom, createdAtTo }: Query): boolean {
  const known = words(record.key, record.name, ...Object.values(record.slug));
  return (
    record.key === key &&
    words(query).every((word) => known.some((each) => each.startsWith(word))) &&
    record.createdAt >= (createdAtFrom ?? 0) &&
    record.createdAt <= (createdAtTo ?? Infinity)
  );
}

function sortText(record: Bookable, field: SortField): string {
  if (field === "created_at") return record.id;
  return `${field === "key" ? record.key : inKey(record.updatedAt)}#${record.id}`;
}
