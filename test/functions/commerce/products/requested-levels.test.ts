import * as fc from "fast-check";
import { expect, test } from "vitest";
import { locations } from "#functions/commerce/locations/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

type RequestBody = Record<string, unknown>;

/** A mug with a counted variant, and a function that sends the whole product back. */
async function countedMug(level: RequestBody = { available: 12 }) {
  const { id: storeId, owner: as } = await openStore();
  const made = await ok(products.createProduct, {
    params: { storeId },
    as,
    raw: JSON.stringify({ key: "mug", variants: [{ sku: "MUG", inventory: [level] }] }),
  });
  const at = { params: { storeId, productId: made.id }, as };
  const id = made.variants[0]?.id ?? "";
  const put = (...inventory: RequestBody[]) => ({
    ...at,
    raw: JSON.stringify({ variants: [{ id, inventory }] }),
  });
  const stands = async () => (await ok(products.getProduct, at)).variants[0]?.inventory[0];
  return { storeId, as, made, at, id, put, stands };
}

test("a level is created with all its fields together with its product", async () => {
  const { made, stands } = await countedMug({ available: 12, backorder: true, low_at: 4 });
  expect(made.variants[0]?.inventory).toMatchObject([{ available: 12, backorder: true, low_at: 4 }]);
  expect(await stands()).toMatchObject({ available: 12, backorder: true, low_at: 4 });
  const below = await countedMug({ available: -2, backorder: true });
  expect(await below.stands()).toMatchObject({ available: -2 });
});

test("a variant whose counting begins gets its levels with all their fields", async () => {
  const { at, as, storeId } = await countedMug();
  const more = await ok(products.updateProduct, { ...at, body: { variants: [{ sku: "CUP" }] } });
  const id = more.variants[1]?.id ?? "";
  const level = { available: 3, backorder: true, low_at: 1 };
  const after = await ok(products.updateProduct, { ...at, body: { variants: [{ id, inventory: [level] }] } });
  expect(after.variants[1]?.inventory).toMatchObject([level]);
  const stop = { params: { storeId, productId: after.id }, as, body: { variant_id: id, counted: false } };
  await ok(products.changeInventory, stop);
  const again = { available: 7, backorder: false, low_at: 2 };
  const revived = await ok(products.updateProduct, {
    ...at,
    body: { variants: [{ id, inventory: [again] }] },
  });
  expect(revived.variants[1]?.inventory).toMatchObject([again]);
});

test("a first level is not negative without backorders, and expects no earlier level", async () => {
  const { id: storeId, owner: as } = await openStore();
  const make = (level: RequestBody) => {
    const raw = JSON.stringify({ key: "mug", variants: [{ inventory: [level] }] });
    return refused(products.createProduct, { params: { storeId }, as, raw });
  };
  expect(await make({ available: -1 })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "variants[0].inventory[0].available" }] },
  });
  expect(await make({ available: 1, expected: 2 })).toMatchObject({ status: 409 });
});

test("sending a whole product back changes no level that was sold meanwhile", async () => {
  const { at, put, id, stands } = await countedMug({ available: 3, backorder: true, low_at: 2 });
  const shown = await ok(products.getProduct, at);
  await ok(products.updateProduct, { ...at, raw: JSON.stringify(shown) });
  expect(await stands()).toMatchObject({ available: 3, backorder: true, low_at: 2 });
  await ok(products.changeInventory, { ...at, body: { variant_id: id, delta: -5 } });
  const oversold = await ok(products.getProduct, at);
  await ok(products.updateProduct, { ...at, raw: JSON.stringify(oversold) });
  await ok(products.updateProduct, put({}));
  expect(await stands()).toMatchObject({ available: -2, backorder: true, low_at: 2 });
});

test("changing a level requires `expected`: without it a 400, with a wrong one a 409", async () => {
  const { storeId, made, put, stands } = await countedMug();
  for (const other of [{ available: 11 }, { backorder: true }, { low_at: 4 }]) {
    const refusal = await refused(products.updateProduct, put(other));
    expect(refusal).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
    expect(refusal.body.validationErrors).toMatchObject([
      { field: "variants[0].inventory[0].expected", error: "FIELD.REQUIRED_MISSING" },
    ]);
    expect(refusal.body.message).toContain(`PUT /v1/stores/${storeId}/products/${made.id}/inventory`);
  }
  expect(await refused(products.updateProduct, put({ available: 11, expected: 10 }))).toMatchObject({
    status: 409,
  });
  expect(await stands()).toMatchObject({ available: 12, backorder: false, low_at: null });
  const level = { available: 11, expected: 12, backorder: true, low_at: 4 };
  await ok(products.updateProduct, put(level));
  expect(await stands()).toMatchObject({ available: 11, backorder: true, low_at: 4 });
  // Repeating a request after a lost answer is no error.
  await ok(products.updateProduct, put(level));
  await ok(products.updateProduct, put({ expected: 11, low_at: null }));
  expect(await stands()).toMatchObject({ available: 11, backorder: true, low_at: null });
});

test("a refused level leaves the rest of the product as it was", async () => {
  const { at, id } = await countedMug();
  const variants = [{ id, weight: 900, inventory: [{ available: 1 }] }];
  await refused(products.updateProduct, { ...at, body: { status: "active", variants } });
  expect(await ok(products.getProduct, at)).toMatchObject({ status: "draft", variants: [{ weight: null }] });
});

test("a level can be created at a further location together with changes of others", async () => {
  const { storeId, as, put, at } = await countedMug();
  for (const key of ["north", "south"])
    await ok(locations.createLocation, { params: { storeId }, as, body: { key } });
  await refused(products.updateProduct, put({ location_id: "north", available: 5 }));
  const beside = [
    { location_id: "north", available: 5, expected: 0, low_at: 1 },
    { location_id: "south", available: 6, expected: 0 },
  ];
  await ok(products.updateProduct, put({ available: 10, expected: 12 }, ...beside));
  const [variant] = (await ok(products.getProduct, at)).variants;
  expect(variant?.available).toBe(21);
  expect(variant?.inventory.map(({ available, low_at }) => [available, low_at]).sort()).toEqual([
    [10, null],
    [5, 1],
    [6, null],
  ]);
});

test("concurrent changes of levels count exactly if they were answered with success", async () => {
  await fc.assert(
    fc.asyncProperty(
      // Distinct, because a second equal level changes nothing and rightly succeeds.
      fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 4 }),
      async (units) => {
        const { at, id, put, stands } = await countedMug({ available: 100 });
        const asked = units.map(async (unit, index) => {
          const byHand = { ...at, body: { variant_id: id, delta: -unit } };
          const reply =
            index % 2 === 0
              ? await call(products.updateProduct, put({ available: 100 + unit, expected: 100 }))
              : await call(products.changeInventory, byHand);
          return { unit: index % 2 === 0 ? unit : -unit, status: reply.status };
        });
        const told = (await Promise.all(asked)).filter(({ status }) => status === 200);
        const sum = told.reduce((total, { unit }) => total + unit, 100);
        expect((await stands())?.available).toBe(sum);
      },
    ),
    { numRuns: 4 },
  );
});
