import type { Stored } from "#core/dynamo/entity.ts";
import { keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems, DEFAULT_PAGE_SIZE } from "#core/dynamo/read.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { fieldError, GENERAL } from "#core/errors.ts";
import { hash, seal, unseal } from "#core/seal.ts";
import { gatherByTerm } from "./gather.ts";
import {
  filterListed,
  type ListParameters,
  type ListRequest,
  type Page,
  type PageRequest,
  type Position,
  type Row,
} from "./rows.ts";
import { walkIndex } from "./walk.ts";

/** A list's parameters with their defaults: 20 records, newest first. */
export function listOptions(query: ListParameters) {
  return {
    query: query.query,
    sort: query.sort_field ?? "created_at",
    descending: query.sort_direction ? query.sort_direction === "desc" : query.sort_field !== "key",
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
    cursor: query.cursor,
    createdFrom: query.created_at_from,
    createdTo: query.created_at_to,
  };
}

interface ListedEntity<T> {
  /** The attributes that a record is read from; `undefined` reads whole items. */
  attributes?: readonly string[] | undefined;
  answeredTwice?: boolean | undefined;
  parse(item: Record<string, unknown>): Stored<T>;
  termPartitions(partition: string): string[];
}

/** A page that can be cut short. */
export interface OpenPage<T> extends Page<T> {
  /** The cursor to what follows the first `count` records of the page. */
  cursorAfter(count: number): Promise<string | null>;
}

/**
 * One page of a list, in order, from the cursor on. Without a query and facets it reads only the page's rows from
 * each status's index and merges them. Otherwise it does what is cheaper. A rare term's rows are gathered and sorted; a
 * common term is found soon by walking the sorted index. Neither cost depends on the number of records.
 */
export async function openPage<T extends object>(
  entity: ListedEntity<T>,
  request: ListRequest,
): Promise<OpenPage<Stored<T>>> {
  const { cursor, limit, partitions, lists, scope, extraItem: _, all: __, ...rest } = request;
  const bound = { partitions, lists, limit: undefined, scope, ...rest };
  const position = await openCursor<Position>(cursor, bound);
  const needed = {
    prefixes: request.query === undefined ? [] : searchWords(request.query),
    facets: request.facets ?? [],
  };
  const searching = needed.prefixes.length + needed.facets.length > 0;
  const { attributes } = entity;
  const page =
    (searching && !request.walks
      ? await gatherByTerm(entity.termPartitions, request, needed, position)
      : undefined) ?? (await walkIndex({ ...request, attributes }, needed, position));
  const items = page.full
    ? page.rows.map(({ item }) => item)
    : await readFullItems({ ...request, attributes }, page.rows);
  const fitting = countFitting(items, entity.answeredTwice ? 2 : 1);
  const cursorTo = async (cut: Position | undefined) =>
    cut ? sealCursor({ at: cut.at, pk: cut.pk, sk: cut.sk } satisfies Position, bound) : null;
  const rowOf = (count: number) => page.rows.find(({ sk }) => sk === items[count - 1]?.sk);
  return {
    items: items.slice(0, fitting).map((item) => entity.parse(item)),
    cursor: await cursorTo(fitting < items.length ? rowOf(fitting) : page.next),
    cursorAfter: (count) => cursorTo(count < items.length ? rowOf(count) : page.next),
  };
}

async function readFullItems(request: PageRequest, rows: Row[]): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const { extraItem: besides, attributes } = request;
  const keys = rows.map(({ pk, sk }) => ({ pk, sk }));
  if (!besides) return filterListed(request, await batchGetItems(keys, false, attributes));
  const all = attributes && besides.attributes && [...new Set([...attributes, ...besides.attributes])];
  const items = await batchGetItems([...keys, besides.key], false, all);
  const last = items.at(-1);
  const found = last && keyName(keyOfItem(last)) === keyName(besides.key) ? items.pop() : undefined;
  besides.take(found);
  return filterListed(request, items);
}

const MAX_ITEM_BYTES = 400 * 1024;
/** Bytes of JSON for the records of an answer; Lambda answers at most 6 MB. */
export const MAX_ANSWER_BYTES = 4_500_000;

/**
 * How many of these items, from the first, fit one answer; at least one.
 *
 * @param times how often the answer repeats each item
 */
export function countFitting(items: object[], times = 1): number {
  const room = MAX_ANSWER_BYTES / times;
  // Most pages cannot come near the limit, whatever their records hold: those are not measured.
  if (items.length <= room / MAX_ITEM_BYTES) return items.length;
  if (items.reduce((sum, item) => sum + maxBytes(item), 0) <= room) return items.length;
  let bytes = 0;
  const cut = items.findIndex((item, index) => {
    bytes += jsonBytes(item);
    return index > 0 && bytes > room;
  });
  return cut < 0 ? items.length : cut;
}

export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Most bytes of JSON for one unit of a string, as for a control character. */
const MAX_UNIT_BYTES = 6;
/** Most bytes for what is no string, such as a number. */
const MAX_SCALAR_BYTES = 32;

type Fields = Record<string, unknown>;

/** An upper bound for the JSON size of a value, without making the JSON. */
function maxBytes(value: unknown): number {
  if (typeof value === "string") return MAX_UNIT_BYTES * value.length + MAX_SCALAR_BYTES;
  if (typeof value !== "object" || value === null) return MAX_SCALAR_BYTES;
  let bytes = MAX_SCALAR_BYTES;
  if (Array.isArray(value)) for (const each of value) bytes += maxBytes(each);
  // Items have no prototype, and a list of their members would cost more than the measuring.
  else for (const name in value) bytes += MAX_UNIT_BYTES * name.length + maxBytes((value as Fields)[name]);
  return bytes;
}

const PURPOSE = "cursor";
/** Most characters of a cursor. */
const MAX_CURSOR_LENGTH = 1024;

/**
 * Seals the position of a list's next page, bound to the request that made the page.
 *
 * @param position what DynamoDB needs to continue: the sort values of the last item
 * @param scope operation, tenant, visibility and filters; the cursor opens only with equal ones
 */
export function sealCursor(position: unknown, scope: unknown): Promise<string> {
  return seal(PURPOSE, JSON.stringify(position), bindingText(scope));
}

const WRONG_CURSOR = "is not a cursor of this list with these filters; begin again without it";

/** Opens a cursor. Any other text, or one of another list, is a 400. */
export async function openCursor<P>(cursor: string | undefined, scope: unknown): Promise<P | undefined> {
  if (cursor === undefined) return undefined;
  const text =
    cursor.length > MAX_CURSOR_LENGTH ? undefined : await unseal(PURPOSE, cursor, bindingText(scope));
  if (text === undefined) {
    throw GENERAL.VALIDATION_FAILED({
      message: `cursor: ${WRONG_CURSOR}`,
      validationErrors: [fieldError("cursor", WRONG_CURSOR)],
    });
  }
  // Safe: what opens under this scope was sealed by `sealCursor` for the same list.
  return JSON.parse(text) as P;
}

function bindingText(scope: unknown): string {
  return hash(JSON.stringify(scope));
}
