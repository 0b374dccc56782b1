import { setTimeout as sleep } from "node:timers/promises";
import { sideBySide } from "#core/side-by-side.ts";
import type { IndexName } from "./layout.ts";
import { queryItems } from "./read.ts";
import { withRetries } from "./retry.ts";

/** Milliseconds after which a worker sends itself a message, and so leaves the rest to its next run. */
export const MAX_RUN_MS = 40_000;
/** Milliseconds without progress after which something is wrong. */
const STALLED_MS = 20_000;
/** Longest pause while an index lags, in milliseconds. */
const MAX_WAIT_MS = 1_000;
const PAGE_ROWS = 50;
/** Records that are changed at the same time. */
const CONCURRENCY = 10;

/** Partitions of the table, or of an index, whose rows name the records to change. */
interface SweepTarget {
  partitions: readonly string[];
  index?: IndexName;
  prefix?: string;
}

type Row = Record<string, unknown>;

/**
 * Changes the records that partitions name, page by page and again from the beginning, until the partitions are
 * empty. It is safe to repeat after a crash. An index lags and still names changed records for a moment, so the sweep
 * ends when the index names none, not when none is left to change. Records that it does not name yet are for a later
 * check: see `continueCascade`.
 *
 * @param change changes the records of some rows so that their rows go; returns how many it changed
 * @param milliseconds that it may take
 * @returns false when the time was up first
 * @throws when rows remain although none of their records is left to change
 */
export async function sweep(
  target: SweepTarget,
  change: (rows: Row[]) => Promise<number>,
  milliseconds: number,
): Promise<boolean> {
  const until = Date.now() + milliseconds;
  let progress = Date.now();
  for (let wait = 0; Date.now() < until; ) {
    let rows = 0;
    let changed = 0;
    for await (const page of pagesOf(target)) {
      if (Date.now() >= until) return false;
      rows += page.length;
      changed += await change(page);
    }
    if (rows === 0) return true;
    if (changed > 0) progress = Date.now();
    else if (Date.now() - progress > STALLED_MS)
      throw new Error(`Nothing is left to change behind ${target.partitions.join(", ")}.`);
    wait = changed > 0 ? 0 : Math.min(MAX_WAIT_MS, 20 + 2 * wait);
    if (wait > 0) await sleep(wait);
  }
  return false;
}

/** For `sweep`: changes the records of some rows one by one, each with retries of its own. */
export function rowByRow(change: (row: Row) => Promise<boolean>): (rows: Row[]) => Promise<number> {
  return async (rows) => {
    let changed = 0;
    for (let start = 0; start < rows.length; start += CONCURRENCY) {
      const some = rows.slice(start, start + CONCURRENCY);
      const results = await sideBySide(some.map((row) => withRetries(() => change(row))));
      changed += results.filter(Boolean).length;
    }
    return changed;
  };
}

async function* pagesOf({ partitions, index, prefix }: SweepTarget): AsyncGenerator<Row[]> {
  const range = index ? { index } : { consistent: true };
  for (const partition of partitions) {
    let after: Row | undefined;
    do {
      const found = await queryItems(partition, { ...range, prefix, limit: PAGE_ROWS, after });
      if (found.items.length > 0) yield found.items;
      after = found.after;
    } while (after);
  }
}
