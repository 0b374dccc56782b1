import { expect, test } from "vitest";
import { raceCheckouts } from "#test/proofs/checkout-races.ts";
import { raceHolds } from "#test/proofs/hold-races.ts";
import { raceStock, resellExpired } from "#test/proofs/stock-races.ts";
import { runUntilMet, seeded, sumOf } from "#test/support/random.ts";

test("exactly as many buyers succeed as there are units, and the rest get INSUFFICIENT_STOCK", async () => {
  const cash = await seeded((random) => raceStock(random, { units: 5, buyers: 20, width: 20 }));
  expect(cash).toMatchObject({ sold: 5, refused: 15 });
  const card = await seeded((random) =>
    raceStock(random, { units: 6, buyers: 12, width: 12, card: true, most: 3 }),
  );
  expect(card.sold).toBeGreaterThan(0);
});

test("an expired hold blocks no buyer, even before the due worker runs", async () => {
  expect(await seeded((random) => resellExpired(random, { units: 5, buyers: 20, width: 10 }))).toEqual({
    first: 5,
    second: 5,
  });
});

test("stock is exact with several lines, quantities, locations and backorders", async () => {
  const several = { units: 24, buyers: 10, width: 10, most: 3, lines: 2, places: 3 };
  const sold = await seeded((random) => raceStock(random, several));
  expect(sold.sold).toBeGreaterThan(2);
  const oversold = await seeded((random) => raceStock(random, { ...several, units: 6, backorder: true }));
  expect(oversold).toMatchObject({ sold: 10, refused: 0 });
});

test("one cart is one order, one payment and one mail, whatever happens concurrently", async () => {
  const rounds = await seeded((random) =>
    runUntilMet(
      "three carts that were bought",
      () => raceCheckouts(random, 6),
      (all) => sumOf(all, ({ confirmed }) => confirmed) > 2,
    ),
  );
  for (const { mails, confirmed } of rounds) expect(mails).toBe(confirmed);
});

test("open payment pages never reserve more than the stock, and unpaid units are sold again", async () => {
  const rounds = await seeded((random) =>
    runUntilMet(
      "page that nobody paid",
      () => raceHolds(random, { units: 6, buyers: 40, width: 6 }),
      (all) => sumOf(all, ({ unpaid }) => unpaid) > 0,
    ),
  );
  for (const told of rounds) expect(told).toMatchObject({ sold: 6, refunded: 0 });
});
