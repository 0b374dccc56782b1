import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { hasTermRow, recordPartition } from "#core/dynamo/terms.ts";
import { sideBySide } from "#core/side-by-side.ts";
import {
  filterListed,
  isInCreationRange,
  isInKeyRange,
  type ListRequest,
  matchesTerms,
  type NeededTerms,
  type PageRows,
  type Position,
  precedes,
  type Row,
  SORT_ATTRIBUTES,
} from "./rows.ts";

/** Most term rows that are read. A term with more is common, and the list walks an index. */
const MAX_TERM_ROWS = 400;
/** Most records that are read whole to sort them by a field that term rows do not carry. */
const MAX_SORT_READS = 100;

/**
 * The page from all records with the term that is probably the rarest, sorted in memory; `undefined` when too many
 * records have it.
 */
export async function gatherByTerm(
  termPartitions: (partition: string) => string[],
  request: ListRequest,
  needed: NeededTerms,
  position: Position | undefined,
): Promise<PageRows | undefined> {
  const whole = request.sort === "updated_at";
  const partitions = request.partitions.flatMap(termPartitions);
  const found = await readTermRows(partitions, request, needed, whole ? MAX_SORT_READS : MAX_TERM_ROWS);
  if (!found) return undefined;
  const rows = whole
    ? await readUpdateTimes(request, found)
    : found.map((row) => rowOfTerm(row, request.sort));
  const sorted = rows
    .filter((row) => !position || precedes(position, row, request.descending))
    .sort((left, right) => (precedes(left, right, request.descending) ? -1 : 1));
  const page = sorted.slice(0, request.limit);
  return { rows: page, next: sorted.length > page.length ? page.at(-1) : undefined, full: whole };
}

async function readTermRows(
  partitions: string[],
  request: ListRequest,
  needed: NeededTerms,
  most: number,
): Promise<Record<string, unknown>[] | undefined> {
  const facet = needed.facets.find(hasTermRow);
  const prefix = facet ? `${facet}#` : longestOf(needed.prefixes);
  const ofList = request.index === "child" ? "of_child" : "of_list";
  const found = new Map<string, Record<string, unknown>>();
  let read = 0;
  const readAll = async (partition: string) => {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await queryItems(partition, { prefix, after, limit: Math.max(1, most + 1 - read) });
      for (const row of page.items) {
        const listed = request.lists.includes(String(row[ofList]));
        const inside =
          isInCreationRange(String(row.of), request) && isInKeyRange(String(row.of_key), request);
        if (listed && inside && matchesTerms(row.terms as string[], needed)) found.set(String(row.of), row);
      }
      read += page.items.length;
      after = page.after;
    } while (after && read <= most);
  };
  await sideBySide(partitions.map(readAll));
  return read > most ? undefined : [...found.values()];
}

function longestOf(prefixes: string[]): string {
  return prefixes.reduce((best, prefix) => (prefix.length > best.length ? prefix : best), "");
}

function rowOfTerm(row: Record<string, unknown>, sort: ListRequest["sort"]): Row {
  const sk = String(row.of);
  const at = sort === "key" ? String(row.of_key) : sk;
  return { at, pk: recordPartition(String(row.pk)), sk, terms: row.terms as string[], item: row };
}

async function readUpdateTimes(request: ListRequest, found: Record<string, unknown>[]): Promise<Row[]> {
  const keys = found.map((row) => ({ pk: recordPartition(String(row.pk)), sk: String(row.of) }));
  const items = await batchGetItems(keys);
  return filterListed(request, items).map((item) => ({
    at: String(item[SORT_ATTRIBUTES.updated_at]),
    pk: String(item.pk),
    sk: String(item.sk),
    terms: item.terms as string[],
    item,
  }));
}
