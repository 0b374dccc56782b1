import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { compareAnswers, type Stores } from "#test/proofs/leaks.ts";
import { callersOf } from "#test/support/callers.ts";
import { slotsOf } from "#test/support/fixtures.ts";
import { NO_RECORD, stocked } from "#test/support/stocked.ts";
import { openStore } from "#test/support/world.ts";

let stores: Stores;
let compared = 0;
beforeAll(async () => {
  const [mine, theirs, elsewhere] = await Promise.all([stocked(), stocked(), openStore()]);
  stores = { mine, theirs, callers: await callersOf(mine, elsewhere) };
});
afterAll(() => console.info(`${compared} pairs of answers are the same, byte for byte.`));

test("every slot of a path has a record to ask for, or a reason why there is none", () => {
  const slots = [...new Set(operations.flatMap(slotsOf))];
  expect(slots.filter((slot) => !stores.theirs.ids[slot] && !NO_RECORD[slot])).toEqual([]);
  expect(Object.keys(NO_RECORD).filter((slot) => !slots.includes(slot))).toEqual([]);
});

const asked = operations.filter((operation) => slotsOf(operation).length > 0);
describe.each(asked.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  test("answers every caller of what is another's as of what is nobody's", async () => {
    compared += await compareAnswers(operation, stores);
  });
});
