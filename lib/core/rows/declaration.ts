import { paddedNumber } from "#core/dynamo/key.ts";
import type { ListSource } from "#core/records/list.ts";
import {
  type Aggregate,
  aggregate,
  type Definition,
  type ListedRow,
  type SumSource,
  sumSource,
} from "#core/sums/declaration.ts";
import { sortList, wordList } from "./place.ts";
import { listRows } from "./table.ts";
import { planRows, writeRows } from "./write-rows.ts";

export interface Listing {
  /** Terms that have a list each, from `facet`. */
  facets: readonly string[];
  /** Terms that only narrow another list, from `narrowingFacet`: they cost no row. */
  details?: readonly string[];
  /** Words that a search finds, from `searchableWords`. */
  words?: readonly string[];
  /** Time of creation in seconds. Lists have this order unless another one is requested. */
  created: number;
  /** Further sort values, each with a list of its own; see `numberSortKey` and `textSortKey`. */
  sorts?: Readonly<Record<string, string>>;
}

/** A kind of record with rows in lists. */
export interface RowsSource<T extends object> extends SumSource {
  /** How lists find a record; `undefined` where it is in none. */
  listing(record: T): Listing | undefined;
  readonly entity: ListSource<T>["entity"];
}

type Entity<T extends object> = Parameters<typeof sumSource<T>>[0] & ListSource<T>["entity"];

export const ROW_WRITERS = { walked: listRows, count: writeRows, plan: planRows } as const;

/**
 * Declares the lists of a kind of record.
 *
 * @param entity must have `counted` set, so that each of its changes raises its version
 * @param listing must be pure
 * @param born distinguishes a record from an earlier one with the same key; needed where keys are used again
 */
export function rowsSource<T extends object>(
  entity: Entity<T>,
  listing: (record: T) => Listing | undefined,
  born: (record: T) => string = () => "",
): RowsSource<T> {
  const declared = sumSource(entity, { deleted: "taken back", born, contributions: () => ({}) });
  const rows = (item: Record<string, unknown>) => rowsOf(listing(entity.parse(item)));
  return {
    ...declared,
    compute: (item, zone) => ({ ...declared.compute(item, zone), rows: rows(item) }),
    listing,
    entity,
  };
}

/**
 * Rows of lists, maintained from the stream as sums are. Raise `definition` when `listing` of its source changes.
 */
export function rowIndex<T extends object>(
  definition: Definition,
  of: RowsSource<T>,
): Aggregate & { readonly of: RowsSource<T> } {
  return { ...aggregate({ ...definition, sources: [of], alternative: ROW_WRITERS }), of };
}

/** Name of the default sort. */
export const BY_CREATION = "made";

function rowsOf(listing: Listing | undefined): ListedRow[] {
  if (!listing) return [];
  const { facets, words = [] } = listing;
  const terms = termsOf(listing);
  const sorts = Object.entries(sortsOf(listing));
  const at = paddedNumber(listing.created);
  return [
    ...sorts.map(([sort, value]) => ({ list: sortList(sort), at: value, terms })),
    ...[...new Set(facets)].map((list) => ({ list, at, terms })),
    // Rows of words have no other terms: otherwise each change of a status would rewrite the rows of all words.
    ...words.map((word) => ({ list: wordList(word), at, terms: carriedWords(words) })),
  ];
}

export function termsOf({ facets, details = [], words = [] }: Listing): string[] {
  return [...new Set([...facets, ...details, ...carriedWords(words)])];
}

/** The words that rows carry. A word with which another one begins is left out: the longer one finds it too. */
function carriedWords(words: readonly string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

export function sortsOf({ created, sorts }: Listing): Readonly<Record<string, string>> {
  return { [BY_CREATION]: paddedNumber(created), ...sorts };
}
