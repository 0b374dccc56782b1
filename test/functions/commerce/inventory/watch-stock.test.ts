import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { readLevels } from "#lib/commerce/inventory/plan.ts";
import { releaseReserved, reserve, stockWrites } from "#lib/commerce/inventory/stock-moves.ts";
import { watchStock } from "#lib/commerce/inventory/watch.ts";
import { readLocations } from "#lib/commerce/locations/location-book.ts";
import { ok } from "#test/support/client.ts";
import { eventually, openStore, testContext } from "#test/support/world.ts";

const ctx = testContext();

async function stockedLevel(available: number) {
  const { id: storeId, owner } = await openStore();
  const body = { key: "mug", variants: [{ inventory: [{ available }] }] };
  const product = await ok(products.createProduct, { params: { storeId }, as: owner, body });
  const [variant] = product.variants;
  const variant_id = variant?.id ?? "";
  const location_id = variant?.inventory[0]?.location_id ?? "";
  const params = { storeId, productId: product.id };
  await ok(products.changeInventory, { params, as: owner, body: { variant_id, low_at: 3 } });
  const allocation = (quantity: number) => ({
    product_id: product.id,
    variant_id,
    location_id,
    quantity,
    counted: true,
  });
  const level = async () => (await readLevels(storeId, [variant_id], await readLocations(storeId)))[0];
  const move = (move: ReturnType<typeof reserve>) => transact(ctx, stockWrites(ctx, storeId, [move]));
  return { storeId, owner, params, allocation, level, move };
}

test("a level that falls to its low mark is announced once, and again after it rose", async () => {
  const { storeId, owner, allocation, level, move } = await stockedLevel(5);
  const told = async () => {
    const query = { entity: "inventory" };
    const { items } = await ok(businessEvents.listBusinessEvents, {
      params: { businessId: storeId },
      as: owner,
      query,
    });
    return items.length;
  };
  await move(reserve(allocation(1)));
  await move(reserve(allocation(1)));
  await eventually(async () => (await level())?.low_told);
  await move(reserve(allocation(1)));
  const seen = await level();
  // Messages may come repeatedly and late.
  if (seen) await Promise.all([1, 2, 3].map(() => watchStock(ctx, { ...seen, available: 0 })));
  expect(await level()).toMatchObject({ lows: 1, low_told: true });
  await move(releaseReserved(allocation(3)));
  await eventually(async () => (await level())?.low_told === false);
  await move(reserve(allocation(4)));
  await eventually(async () => (await level())?.lows === 2);
  expect(await told()).toBe(2);
});

test("levels of a deleted product stay until nothing of them is reserved", async () => {
  const { owner, params, allocation, level, move } = await stockedLevel(5);
  await move(reserve(allocation(2)));
  await ok(products.deleteProduct, { params, as: owner });
  await eventually(async () => (await level())?.retired);
  expect(await level()).toMatchObject({ available: 0, reserved: 2 });
  await expect(move(reserve(allocation(1)))).rejects.toThrow();
  await move(releaseReserved(allocation(2)));
  await eventually(async () => (await level()) === undefined);
});
