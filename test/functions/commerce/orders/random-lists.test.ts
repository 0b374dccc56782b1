import { expect, test } from "vitest";
import {
  customerModel,
  openRandomStore,
  orderModel,
  productModel,
  walkAtRandom,
} from "#test/proofs/staff-lists.ts";
import { seeded } from "#test/support/random.ts";

test("any filters, sort and words of orders find just what matches, also while orders change", async () => {
  await seeded(async (random) => {
    const world = await openRandomStore(random, 12);
    const model = await orderModel(random, world, 70);
    expect(await walkAtRandom(random, { store: world.store, model, walks: 40 })).toBeGreaterThan(50);
  });
});

test("any filters, sort and words of customers find just what matches, also while they change", async () => {
  await seeded(async (random) => {
    const world = await openRandomStore(random, 1);
    const model = await customerModel(random, world);
    expect(await walkAtRandom(random, { store: world.store, model, walks: 30 })).toBeGreaterThan(50);
  });
});

test("any filters, sort and words of products find just what matches, also while they change", async () => {
  await seeded(async (random) => {
    const world = await openRandomStore(random, 50);
    const model = productModel(random, world);
    expect(await walkAtRandom(random, { store: world.store, model, walks: 30 })).toBeGreaterThan(50);
  });
});
