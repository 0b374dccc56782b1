import { cutText } from "#core/cut-text.ts";
import type { Key } from "#core/dynamo/key.ts";
import { listRows } from "./table.ts";
import { foldText } from "./words.ts";

/** Most characters of a text in a sort key. */
const MAX_TEXT_LENGTH = 64;
/** Added to numbers, so that negative ones sort too. */
const NUMBER_OFFSET = 10 ** 15;

/** The sort key of a number in lists. */
export function numberSortKey(value: number): string {
  return String(Math.floor(value) + NUMBER_OFFSET).padStart(16, "0");
}

/** The sort key of a text in lists, without case and accents. The separator of keys sorts before all its characters. */
export function textSortKey(text: string): string {
  return cutText(
    foldText(text)
      .trim()
      .replace(/[\0-#]+/g, "$"),
    MAX_TEXT_LENGTH,
  );
}

/** The list of all records in one order. */
export function sortList(sort: string): string {
  return `by:${sort}`;
}

export function wordList(word: string): string {
  return `word:${word}`;
}

/** The beginning of the sort keys of a list's rows; with `whole` false, of all lists whose names begin with `list`. */
export function listPrefix(generation: string, list: string, whole = true): string {
  // A list's name ends where the places of its rows begin.
  const name = list.replace(/[%#]/g, (sign) => (sign === "#" ? "%23" : "%25"));
  return `${listRows.prefix({ generation })}${name}${whole ? "#" : ""}`;
}

/** The place of a record in a sorted list. Records with the same value are in the order of their own sort keys. */
export function placeOf(at: string, of: string): string {
  return `${at}#${of.slice(of.lastIndexOf("\n") + 1)}`;
}

export function rowKey(
  tenantId: string,
  generation: string,
  { list, at, of }: { list: string; at: string; of: string },
): Key {
  const pk = listRows.partitionIn("table", { store_id: tenantId, of });
  return { pk, sk: `${listPrefix(generation, list)}${placeOf(at, of)}` };
}

/** Compares texts in the table's order. */
export function compareKeys(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
