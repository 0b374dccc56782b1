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

/** What lists find a record by. */
export interface Listing {
  /** Terms that have a list each, made by `facet`. */
  facets: readonly string[];
  /** Terms that only narrow another list, made by `detail`: they cost no row. */
  details?: readonly string[];
  /** Words that a search finds it by, as `searched` makes them. */
  words?: readonly string[];
  /** Seconds. Lists are in this order unless they are sorted otherwise. */
  made: number;
  /** What else all of them can be sorted by, each in a list of its own; see `numberAt` and `textAt`. */
  sorts?: Readonly<Record<string, string>>;
}

/** A kind of record with rows in lists. */
export interface RowsSource<T extends object> extends SumSource {
  /** What lists find a record by as it is; nothing where it stands in none. */
  listing(record: T): Listing | undefined;
  readonly entity: ListSource<T>["entity"];
}

type Entity<T extends object> = Parameters<typeof sumSource<T>>[0] & ListSource<T>["entity"];

/** Rows of lists in place of sums. */
export const ROW_WRITERS = { walked: listRows, count: writeRows, plan: planRows } as const;

/**
 * Declares in which lists the records of a kind stand.
 *
 * @param entity has to say `counted`, so that each of its changes counts its version up
 * @param listing pure
 * @param born tells a record from one that had its key before it; needed where a key is used again
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

/** Rows of lists, kept behind the stream as sums are. Raise `definition` when the function of its source changes. */
export function rowIndex<T extends object>(
  definition: Definition,
  of: RowsSource<T>,
): Aggregate & { readonly of: RowsSource<T> } {
  return { ...aggregate({ ...definition, sources: [of], kept: ROW_WRITERS }), of };
}

/** The name of the order in which lists are unless they are sorted otherwise. */
export const BY_CREATION = "made";

function rowsOf(listing: Listing | undefined): ListedRow[] {
  if (!listing) return [];
  const { facets, words = [] } = listing;
  const terms = termsOf(listing);
  const sorts = Object.entries(sortsOf(listing));
  const at = paddedNumber(listing.made);
  return [
    ...sorts.map(([sort, value]) => ({ list: sortList(sort), at: value, terms })),
    ...[...new Set(facets)].map((list) => ({ list, at, terms })),
    // What changes with the life of a record is not on these: there are too many to be written each time.
    ...words.map((word) => ({ list: wordList(word), at, terms: carriedWords(words) })),
  ];
}

/** All terms of a record. */
export function termsOf({ facets, details = [], words = [] }: Listing): string[] {
  return [...new Set([...facets, ...details, ...carriedWords(words)])];
}

/** What a row carries of words: one that another begins with is found by that one. */
function carriedWords(words: readonly string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/** All that a record can be sorted by. */
export function sortsOf({ made, sorts }: Listing): Readonly<Record<string, string>> {
  return { [BY_CREATION]: paddedNumber(made), ...sorts };
}
