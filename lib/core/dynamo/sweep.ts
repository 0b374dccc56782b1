import { setTimeout as sleep } from "node:timers/promises";
import { sideBySide } from "#core/side-by-side.ts";
import type { IndexName } from "./layout.ts";
import { queryItems } from "./read.ts";
import { withRetries } from "./retry.ts";

/** Milliseconds after which a worker leaves the rest to a message of its own. */
export const RUN_MS = 40_000;
/** Milliseconds without any progress after which something is wrong. */
const STALLED = 20_000;
/** Longest wait for an index, in milliseconds. */
const MAX_WAIT_MS = 1_000;
const PAGE = 50;
/** Records changed side by side. */
const ABREAST = 10;

/** Partitions of the table, or of an index, whose rows name what is to be changed. */
interface Swept {
  partitions: readonly string[];
  index?: IndexName;
  prefix?: string;
}

type Row = Record<string, unknown>;

/**
 * Goes through partitions, page by page and again from the beginning, until they name nothing any more. It may be
 * killed anywhere and run any number of times.
 *
 * An index follows the table: for a moment it still names what was changed already. So the end is that it names
 * nothing, not that there was nothing to change. What it does not name yet is for a later look: see `goOn`.
 *
 * @param change changes the records that some rows stand for so that they stand there no longer; how many it changed
 * @param patience milliseconds
 * @returns false when the time was up before
 * @throws when rows stay although nothing behind them is left to change
 */
export async function sweep(
  swept: Swept,
  change: (rows: Row[]) => Promise<number>,
  patience: number,
): Promise<boolean> {
  const until = Date.now() + patience;
  let progress = Date.now();
  for (let wait = 0; Date.now() < until; ) {
    let rows = 0;
    let changed = 0;
    for await (const page of pagesOf(swept)) {
      if (Date.now() >= until) return false;
      rows += page.length;
      changed += await change(page);
    }
    if (rows === 0) return true;
    if (changed > 0) progress = Date.now();
    else if (Date.now() - progress > STALLED)
      throw new Error(`Nothing is left to change behind ${swept.partitions.join(", ")}.`);
    wait = changed > 0 ? 0 : Math.min(MAX_WAIT_MS, 20 + 2 * wait);
    if (wait > 0) await sleep(wait);
  }
  return false;
}

/** For `sweep`: changes the records of some rows one by one, each with tries of its own. */
export function rowByRow(change: (row: Row) => Promise<boolean>): (rows: Row[]) => Promise<number> {
  return async (rows) => {
    let changed = 0;
    for (let start = 0; start < rows.length; start += ABREAST) {
      const some = rows.slice(start, start + ABREAST);
      const results = await sideBySide(some.map((row) => withRetries(() => change(row))));
      changed += results.filter(Boolean).length;
    }
    return changed;
  };
}

async function* pagesOf({ partitions, index, prefix }: Swept): AsyncGenerator<Row[]> {
  const range = index ? { index } : { consistent: true };
  for (const partition of partitions) {
    let after: Row | undefined;
    do {
      const found = await queryItems(partition, { ...range, prefix, limit: PAGE, after });
      if (found.items.length > 0) yield found.items;
      after = found.after;
    } while (after);
  }
}
