import { openCursor, sealCursor } from "#core/dynamo/cursor.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { countFitting } from "#core/dynamo/fitting.ts";
import { keyIn, nameOf } from "#core/dynamo/key.ts";
import { batchGetItems, DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { words } from "#core/dynamo/terms.ts";
import { gather } from "./gather.ts";
import { stillListed } from "./row.ts";
import type { Asked, ListParameters, ListRequest, Page, Position, Row } from "./types.ts";
import { walk } from "./walk.ts";

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

interface Listed<T> {
  /** Those that a record is read from; all of its item where they are not told. */
  attributes?: readonly string[] | undefined;
  toldTwice?: boolean | undefined;
  parse(item: Record<string, unknown>): Stored<T>;
  termPartitions(partition: string): string[];
}

/** A page that may be ended early. */
interface OpenPage<T> extends Page<T> {
  /** The cursor to what follows the first `count` records of the page. */
  cursorAfter(count: number): Promise<string | null>;
}

/**
 * One page of a list, in order, from where the cursor ended.
 *
 * Without `query` and facets it reads just the page's rows from each status's index and merges them. With them it
 * takes the cheaper of two ways: a term with few matches is gathered whole and sorted; one with many is common enough
 * that walking the sorted index finds a page soon. Neither depends on how many records there are.
 */
export async function openPage<T extends object>(
  entity: Listed<T>,
  request: ListRequest,
): Promise<OpenPage<Stored<T>>> {
  const { cursor, limit, partitions, lists, scope, besides: _, all: __, ...rest } = request;
  const binding = { partitions, lists, limit: undefined, scope, ...rest };
  const position = await openCursor<Position>(cursor, binding);
  const needed = { prefixes: words(request.query), facets: request.facets ?? [] };
  const searching = needed.prefixes.length + needed.facets.length > 0;
  const { attributes } = entity;
  const page =
    (searching && !request.walks
      ? await gather(entity.termPartitions, request, needed, position)
      : undefined) ?? (await walk({ ...request, attributes }, needed, position));
  const items = page.full
    ? page.rows.map(({ item }) => item)
    : await fullItems({ ...request, attributes }, page.rows);
  const fitting = countFitting(items, entity.toldTwice ? 2 : 1);
  const cursorTo = async (cut: Position | undefined) =>
    cut ? sealCursor({ at: cut.at, pk: cut.pk, sk: cut.sk } satisfies Position, binding) : null;
  const rowOf = (count: number) => page.rows.find(({ sk }) => sk === items[count - 1]?.sk);
  return {
    items: items.slice(0, fitting).map((item) => entity.parse(item)),
    cursor: await cursorTo(fitting < items.length ? rowOf(fitting) : page.next),
    cursorAfter: (count) => cursorTo(count < items.length ? rowOf(count) : page.next),
  };
}

async function fullItems(request: Asked, rows: Row[]): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const { besides, attributes } = request;
  const keys = rows.map(({ pk, sk }) => ({ pk, sk }));
  if (!besides) return stillListed(request, await batchGetItems(keys, false, attributes));
  const all = attributes && besides.attributes && [...new Set([...attributes, ...besides.attributes])];
  const items = await batchGetItems([...keys, besides.key], false, all);
  const last = items.at(-1);
  const found = last && nameOf(keyIn(last)) === nameOf(besides.key) ? items.pop() : undefined;
  besides.take(found);
  return stillListed(request, items);
}
