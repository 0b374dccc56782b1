import type { Key } from "#core/dynamo/key.ts";
import { listRows } from "./table.ts";
import { foldText } from "./words.ts";

/** Characters of a text that lists are sorted by. */
const MAX_TEXT = 64;
/** Above all amounts of money, so that those below zero sort too. */
const MIDDLE = 10 ** 15;

/** A number as lists are sorted by it. */
export function numberSortKey(value: number): string {
  return String(Math.floor(value) + MIDDLE).padStart(16, "0");
}

/** A text as lists are sorted by it: without case and accents. What ends it in a key sorts before all that is in it. */
export function textSortKey(text: string): string {
  return foldText(text)
    .trim()
    .replace(/[\0-#]+/g, "$")
    .slice(0, MAX_TEXT);
}

/** The list of all records in an order. */
export function sortList(sort: string): string {
  return `by:${sort}`;
}

/** The list of the records that have a word. */
export function wordList(word: string): string {
  return `word:${word}`;
}

/** What the sort keys of a list's rows begin with, or of all lists whose names begin so. */
export function listPrefix(generation: string, list: string, whole = true): string {
  // A list's name ends where its rows' places begin.
  const name = list.replace(/[%#]/g, (sign) => (sign === "#" ? "%23" : "%25"));
  return `${listRows.prefix({ generation })}${name}${whole ? "#" : ""}`;
}

/** Where a record is in a list that is sorted by something: those of the same value by their own sort key. */
export function placeOf(at: string, of: string): string {
  return `${at}#${of.slice(of.lastIndexOf("\n") + 1)}`;
}

/** The key of a row. */
export function rowKey(
  tenantId: string,
  generation: string,
  { list, at, of }: { list: string; at: string; of: string },
): Key {
  const pk = listRows.partitionIn("table", { store_id: tenantId, of });
  return { pk, sk: `${listPrefix(generation, list)}${placeOf(at, of)}` };
}

/** Compares texts as the table sorts them. */
export function compareKeys(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
