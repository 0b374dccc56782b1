import { paddedNumber } from "#core/dynamo/key.ts";
import { BY_CREATION, type Listing, sortsOf, termsOf } from "./declaration.ts";
import { sortList, wordList } from "./place.ts";
import { queryWords } from "./words.ts";

export interface RowsRequest {
  /** Groups of terms: a record must have a term of each. Lists of the first group of facets are walked. */
  needs?: readonly (readonly string[])[];
  query?: string | undefined;
  /** The sort, by its name in the listing; by default by creation. The order is ascending by default. */
  sort?: string | undefined;
  descending?: boolean;
  /** Seconds, inclusive. */
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  /** A sort, and the range of its values, inclusive. */
  range?: { sort: string; from?: string | undefined; to?: string | undefined } | undefined;
}

/** A request that is ready to be compared with records and rows. */
export interface RowsQuery {
  needs: readonly (readonly string[])[];
  words: readonly (readonly string[])[];
  sort: string;
  descending: boolean;
  ranges: readonly { sort: string; from: string | undefined; to: string | undefined }[];
}

export function rowsQuery({
  needs = [],
  query,
  sort = BY_CREATION,
  descending,
  ...ranges
}: RowsRequest): RowsQuery {
  const { createdFrom, createdTo, range } = ranges;
  const made =
    createdFrom === undefined && createdTo === undefined
      ? []
      : [{ sort: BY_CREATION, from: timeAt(createdFrom), to: timeAt(createdTo) }];
  const own = range ? [{ sort: range.sort, from: range.from, to: range.to }] : [];
  return {
    needs,
    words: queryWords(query),
    sort,
    descending: descending ?? false,
    ranges: [...own, ...made],
  };
}

function timeAt(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : paddedNumber(Math.max(0, seconds));
}

/** Whether a row's terms have all that is needed. */
export function hasTerms(terms: readonly string[], { needs, words }: RowsQuery): boolean {
  return needs.every((group) => group.some((term) => terms.includes(term))) && hasWords(terms, words);
}

/** Whether a row's terms match the words of a search. */
export function hasWords(terms: readonly string[], words: RowsQuery["words"]): boolean {
  return words.every((forms) => forms.some((form) => terms.some((term) => term.startsWith(form))));
}

/** Whether a record's own listing matches the request; an index may lag. */
export function matchesQuery(listing: Listing | undefined, needed: RowsQuery): boolean {
  if (!listing) return false;
  const sorts = sortsOf(listing);
  return (
    sorts[needed.sort] !== undefined &&
    needed.ranges.every(({ sort, from, to }) => isBetween(sorts[sort], from, to)) &&
    hasTerms(termsOf(listing), needed)
  );
}

function isBetween(value: string | undefined, from: string | undefined, to: string | undefined): boolean {
  return value !== undefined && (from === undefined || value >= from) && (to === undefined || value <= to);
}

export interface ListRange {
  lists: readonly string[];
  from: string | undefined;
  to: string | undefined;
}

/** The lists in the requested order: those of the first terms that have lists, else the list of all records. */
export function orderedLists({ needs, sort, ranges }: RowsQuery): ListRange {
  const group = sort === BY_CREATION ? needs.find((terms) => terms.every(hasList)) : undefined;
  const range = ranges.find((each) => each.sort === sort);
  return { lists: group ?? [sortList(sort)], from: range?.from, to: range?.to };
}

/** Lists that have all requested records, but in another order. If they are short, they are gathered and sorted. */
export function gatherableLists({
  needs,
  sort,
  words,
  ranges,
}: RowsQuery): (ListRange & { whole: boolean })[] {
  const longest = [...words].sort((one, next) => shortest(next) - shortest(one))[0];
  const other = ranges.find((each) => each.sort !== sort && each.sort !== BY_CREATION);
  const group = sort === BY_CREATION ? undefined : needs.find((terms) => terms.every(hasList));
  return [
    ...(longest ? [{ lists: longest.map(wordList), from: undefined, to: undefined, whole: false }] : []),
    ...(group ? [{ lists: group, from: undefined, to: undefined, whole: true }] : []),
    ...(other ? [{ lists: [sortList(other.sort)], from: other.from, to: other.to, whole: true }] : []),
  ];
}

function shortest(forms: readonly string[]): number {
  return Math.min(...forms.map((form) => form.length));
}

/** Only facets, which begin with this sign, have a list; narrowing facets have none. */
function hasList(term: string): boolean {
  return term.startsWith("=");
}
