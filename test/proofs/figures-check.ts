import assert from "node:assert/strict";
import { queryItems } from "#core/dynamo/read.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { rowsBetween } from "#core/sums/range.ts";
import { sumsReading } from "#core/sums/read.ts";
import { heads, sumRows } from "#core/sums/table.ts";
import { FIGURES } from "#lib/system/figures/definition.ts";
import type { FigureRows } from "./expected-figures.ts";

const FAMILIES = ["sales", "funnel", "appointments", "chats"];

interface CountedStore {
  storeId: string;
  zone: string;
  /** Seconds by which the store's clock is ahead. */
  ahead: number;
}

/** Compares all stored figures with the expected rows; returns the number of rows. */
export async function assertFigures(
  { storeId, zone, ahead }: CountedStore,
  expected: FigureRows,
): Promise<number> {
  const reading = await sumsReading(storeId, FIGURES, Date.now() / 1000 + ahead, rememberedHeads());
  assert.ok(reading, `${storeId} has figures to read`);
  const kept: FigureRows = new Map();
  for (const family of FAMILIES) {
    for (const [name, sums] of await rowsBetween(reading, `${family}|`, `${family}|~`)) {
      const own = Object.entries(sums).filter(([, amount]) => amount !== 0);
      if (own.length > 0) kept.set(name, new Map(own));
    }
  }
  assertHours(kept);
  const days = new Map([...kept].filter(([name]) => !name.includes("|h|")));
  const sorted = (rows: FigureRows) =>
    [...rows].map(([name, sums]) => [name, Object.fromEntries([...sums].toSorted())]).toSorted();
  assert.deepEqual(sorted(days), sorted(expected), `the figures of ${storeId} by ${zone}`);
  return kept.size;
}

/** Asserts that the hours of a day add up to the day. */
function assertHours(kept: FigureRows): void {
  for (const [name, sums] of kept) {
    if (!name.includes("|d|")) continue;
    const hours = kept.get(name.replace("|d|", "|h|")) ?? new Map<string, number>();
    const added = new Map<string, number>();
    for (const [measure, amount] of hours) {
      const of = measure.slice(3);
      added.set(of, (added.get(of) ?? 0) + amount);
    }
    for (const [measure, amount] of sums) assert.equal(added.get(measure), amount, `${measure} of ${name}`);
  }
}

/**
 * Asserts that past days of the sums that are read lie in one lane. Other generations may keep rows: a worker that has
 * cached one may still add to it after it was deleted.
 */
export async function assertPastDaysFolded(store_id: string): Promise<void> {
  const head = await heads.find({ store_id, tally: FIGURES.name });
  assert.ok(head && head.lanes > 1, `${store_id} has lanes`);
  const read = `${head.read?.name}#`;
  for (let lane = 1; lane < head.lanes; lane++) {
    const { items } = await queryItems(sumRows.partitionIn("table", { store_id, "lane%16": lane }), {});
    const open = items
      .map(({ sk }) => String(sk))
      .filter((sk) => sk.startsWith(read) && !sk.endsWith("#records"));
    assert.deepEqual(open, [], `past days are in lane ${lane} of ${store_id}`);
  }
}
