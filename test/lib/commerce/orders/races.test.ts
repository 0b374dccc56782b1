import { expect, test } from "vitest";
import { raceOneCart, raceStock, resell } from "#test/proofs/orders.ts";
import { seeded } from "#test/support/random.ts";

test("of more buyers than units just as many buy as there are units, and the others are told INSUFFICIENT_STOCK", async () => {
  const cash = await seeded((random) => raceStock(random, { units: 5, buyers: 20, width: 20 }));
  expect(cash).toMatchObject({ sold: 5, refused: 15 });
  const card = await seeded((random) =>
    raceStock(random, { units: 6, buyers: 12, width: 12, card: true, most: 3 }),
  );
  expect(card.sold).toBeGreaterThan(0);
});

test("an ended hold stands in no buyer's way, although no tick has run", async () => {
  expect(await seeded((random) => resell(random, { units: 5, buyers: 20, width: 10 }))).toEqual({
    first: 5,
    second: 5,
  });
});

test("one cart is one order, whatever clicks, replays and ticks come at once", async () => {
  expect(await seeded((random) => raceOneCart(random, 5))).toBeGreaterThan(9);
});
