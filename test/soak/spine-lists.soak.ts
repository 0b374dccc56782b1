import assert from "node:assert/strict";
import {
  costOfPages,
  expectedIds,
  fillStore,
  listQueriesOf,
  readAllPages,
  walkUnderWrites,
} from "#test/proofs/lists.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "lists of ten thousand forms";

const SIZES = [1000, 10_000];
const MAX_UNITS = 60;
const WALKS = 40;

export async function run({ random }: SoakRun): Promise<string> {
  await walkUnderWrites(random, WALKS);
  const figures: string[] = [];
  for (const size of SIZES) {
    const { storeId, all } = await fillStore(random, size);
    const queries = listQueriesOf(size);
    const cost = await costOfPages(storeId, queries);
    assert.ok(cost.worst <= MAX_UNITS, `${cost.worst} units for ${cost.query} at ${size}`);
    figures.push(`${cost.worst} units at most at ${size} forms (${cost.query}), ${cost.pages} pages`);
    for (const query of random.shuffled(queries).slice(0, 5)) {
      const found = await readAllPages(storeId, { ...query, limit: 100 });
      assert.deepEqual(
        found.map(({ id }) => id),
        expectedIds(all, query),
        JSON.stringify(query),
      );
    }
  }
  return `${figures.join("; ")}; ${WALKS} walks under writes`;
}
