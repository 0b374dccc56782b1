import { expect, test } from "vitest";
import {
  costOfPages,
  expectedIds,
  fillStore,
  listQueriesOf,
  readAllPages,
  walkUnderWrites,
} from "#test/proofs/lists.ts";
import { seeded } from "#test/support/random.ts";

const FORMS = 300;
const WALKED_FORMS = 40;
const MAX_UNITS = 60;

test("a list returns what matches, in order and at a bounded cost, however it finds it", async () => {
  await seeded(async (random) => {
    const { storeId, all } = await fillStore(random, FORMS);
    const queries = listQueriesOf(FORMS);
    for (const query of random.shuffled(queries).slice(0, WALKED_FORMS)) {
      const found = await readAllPages(storeId, { ...query, limit: random.pick([20, 100]) });
      expect(
        found.map(({ id }) => id),
        JSON.stringify(query),
      ).toEqual(expectedIds(all, query));
    }
    const cost = await costOfPages(storeId, queries, 2);
    console.info(`At ${FORMS} forms the dearest page of 20 takes ${cost.worst} read units: ${cost.query}`);
    expect(cost.worst, cost.query).toBeLessThanOrEqual(MAX_UNITS);
  });
});

test("walking a list while records come and go neither repeats nor skips one that stayed", async () => {
  await seeded((random) => walkUnderWrites(random, 8));
});
