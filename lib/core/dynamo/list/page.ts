import type { Stored } from "#core/dynamo/entity.ts";
import { keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems, DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { GENERAL } from "#core/errors.ts";
import { hash, seal, unseal } from "#core/seal.ts";
import { gatherByTerm } from "./gather.ts";
import {
  type ListParameters,
  type ListRequest,
  type Page,
  type PageRequest,
  type Position,
  type Row,
  stillListed,
} from "./rows.ts";
import { walkIndex } from "./walk.ts";

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
export interface OpenPage<T> extends Page<T> {
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
    : await fullItems({ ...request, attributes }, page.rows);
  const fitting = countFitting(items, entity.toldTwice ? 2 : 1);
  const cursorTo = async (cut: Position | undefined) =>
    cut ? sealCursor({ at: cut.at, pk: cut.pk, sk: cut.sk } satisfies Position, bound) : null;
  const rowOf = (count: number) => page.rows.find(({ sk }) => sk === items[count - 1]?.sk);
  return {
    items: items.slice(0, fitting).map((item) => entity.parse(item)),
    cursor: await cursorTo(fitting < items.length ? rowOf(fitting) : page.next),
    cursorAfter: (count) => cursorTo(count < items.length ? rowOf(count) : page.next),
  };
}

async function fullItems(request: PageRequest, rows: Row[]): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const { besides, attributes } = request;
  const keys = rows.map(({ pk, sk }) => ({ pk, sk }));
  if (!besides) return stillListed(request, await batchGetItems(keys, false, attributes));
  const all = attributes && besides.attributes && [...new Set([...attributes, ...besides.attributes])];
  const items = await batchGetItems([...keys, besides.key], false, all);
  const last = items.at(-1);
  const found = last && keyName(keyOfItem(last)) === keyName(besides.key) ? items.pop() : undefined;
  besides.take(found);
  return stillListed(request, items);
}

/** Bytes that DynamoDB lets an item have. */
const MAX_ITEM_BYTES = 400 * 1024;
/** Bytes of JSON that the records of an answer may have; Lambda answers at most 6 MB. */
export const ANSWER_BYTES = 4_500_000;

/**
 * How many of these items, from the first, fit the answer of one call; at least one.
 *
 * @param times how often the answer says what an item holds
 */
export function countFitting(items: object[], times = 1): number {
  const room = ANSWER_BYTES / times;
  // Most pages cannot come near the limit, whatever their records hold: those are not measured.
  if (items.length <= room / MAX_ITEM_BYTES) return items.length;
  if (items.reduce((sum, item) => sum + mostBytes(item), 0) <= room) return items.length;
  let bytes = 0;
  const cut = items.findIndex((item, index) => {
    bytes += jsonBytes(item);
    return index > 0 && bytes > room;
  });
  return cut < 0 ? items.length : cut;
}

/** Bytes that something has as JSON. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Bytes of JSON for one unit of a string at most, such as a control character. */
const UNIT = 6;
/** And for what is no string, such as a number. */
const SCALAR = 32;

type Fields = Record<string, unknown>;

/** More bytes than something has as JSON, found without making it. */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return UNIT * value.length + SCALAR;
  if (typeof value !== "object" || value === null) return SCALAR;
  let bytes = SCALAR;
  if (Array.isArray(value)) for (const each of value) bytes += mostBytes(each);
  // Items have no prototype, and a list of their members would cost more than the measuring.
  else for (const name in value) bytes += UNIT * name.length + mostBytes((value as Fields)[name]);
  return bytes;
}

const PURPOSE = "cursor";
/** Characters. */
const MAX_CURSOR = 1024;

/**
 * Seals the position of a list's next page, bound to everything that made the page.
 *
 * @param position what DynamoDB needs to go on: the sort values of the last item given
 * @param scope operation, tenant, visibility and filters; the same must be asked for with the cursor
 */
export function sealCursor(position: unknown, scope: unknown): Promise<string> {
  return seal(PURPOSE, JSON.stringify(position), binding(scope));
}

const NOT_OURS = "is not a cursor of this list with these filters; begin again without it";

/** Opens a cursor; any other text, or use with another list, is a 400. */
export async function openCursor<P>(cursor: string | undefined, scope: unknown): Promise<P | undefined> {
  if (cursor === undefined) return undefined;
  const text = cursor.length > MAX_CURSOR ? undefined : await unseal(PURPOSE, cursor, binding(scope));
  if (text === undefined) {
    throw GENERAL.VALIDATION_FAILED({
      message: `cursor: ${NOT_OURS}`,
      validationErrors: [
        {
          field: "cursor",
          message: NOT_OURS,
          error: "FIELD.VALIDATION_FAILED",
        },
      ],
    });
  }
  // Safe: what opens under this scope was sealed by `sealCursor` for the same list.
  return JSON.parse(text) as P;
}

function binding(scope: unknown): string {
  return hash(JSON.stringify(scope));
}
