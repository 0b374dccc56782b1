import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { inParallel } from "#test/support/random.ts";
import { openStore, visitorOf } from "#test/support/world.ts";

async function openLocations() {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const list = async () => (await ok(locations.listLocations, { params, as: owner })).items;
  const make = (key: string) => ok(locations.createLocation, { params, as: owner, body: { key } });
  return { storeId, owner, params, list, make };
}

test("a store begins with the default location, whose id is the same before it is written", async () => {
  const { owner, params, list, make } = await openLocations();
  const [first, ...none] = await list();
  expect([first?.key, none]).toEqual(["default", []]);
  await make("shop");
  expect((await list()).map(({ key }) => key)).toEqual(["default", "shop"]);
  expect((await list())[0]).toEqual(first);
  const locationId = first?.id ?? "";
  const address = { street1: "Torstr. 1", postalCode: "10119", country: "de" };
  const body = { address, is_pickup_location: true };
  const changed = await ok(locations.updateLocation, { params: { ...params, locationId }, as: owner, body });
  expect(changed).toMatchObject({
    is_pickup_location: true,
    address: { street1: "Torstr. 1", postal_code: "10119", country: "DE", city: null },
  });
  expect(
    await ok(locations.getLocation, { params: { ...params, locationId: "default" }, as: owner }),
  ).toEqual(changed);
});

test("visitors see only pickup locations, by both paths", async () => {
  const { storeId, owner, params, list, make } = await openLocations();
  const body = { key: "shop", is_pickup_location: true, address: { city: "Berlin", country: "DE" } };
  const shop = await ok(locations.createLocation, { params, as: owner, body });
  await make("warehouse");
  const { token } = await visitorOf(storeId);
  for (const as of [undefined, { token }]) {
    expect(await ok(locations.listLocations, { params, as })).toEqual({ items: [shop], cursor: null });
    for (const { id, key } of await list())
      for (const locationId of [id, key]) {
        const asked = { params: { ...params, locationId }, as };
        if (id === shop.id) expect(await ok(locations.getLocation, asked)).toEqual(shop);
        else expect(await refused(locations.getLocation, asked)).toMatchObject({ status: 404 });
      }
  }
  const seen = await fetch(`${env("PUBLIC_URL")}/v1/storefront/${storeId}/locations/shop`);
  expect(await seen.json()).toEqual(shop);
  expect(await list()).toHaveLength(3);
});

test("keys are unique, and no location is lost when many are created concurrently", async () => {
  const { owner, params, list, make } = await openLocations();
  await inParallel(6, 6, (index) => make(`l${index}`));
  expect(await list()).toHaveLength(7);
  expect(await refused(locations.createLocation, { params, as: owner, body: { key: "l1" } })).toMatchObject({
    status: 409,
    error: "LOCATION.KEY_TAKEN",
  });
});

test("a location that is the last, holds stock or has a last level cannot be deleted", async () => {
  const { storeId, owner, params, list, make } = await openLocations();
  const [home] = await list();
  const remove = (locationId: string) => ({ params: { ...params, locationId }, as: owner });
  expect(await refused(locations.deleteLocation, remove(home?.id ?? ""))).toMatchObject({
    error: "LOCATION.LAST",
  });
  const shop = await make("shop");
  const body = { key: "mug", variants: [{ inventory: [{ location_id: shop.id, available: 1 }] }] };
  const { id: productId, variants } = await ok(products.createProduct, { params, as: owner, body });
  const variant_id = variants[0]?.id ?? "";
  const stock = (change: object) =>
    ok(products.changeInventory, {
      params: { storeId, productId },
      as: owner,
      body: { variant_id, ...change },
    });
  expect(await refused(locations.deleteLocation, remove(shop.id))).toMatchObject({
    error: "LOCATION.HOLDS_STOCK",
  });
  await stock({ location_id: shop.id, delta: -1 });
  expect(await refused(locations.deleteLocation, remove(shop.id))).toMatchObject({
    error: "LOCATION.LAST_LEVEL",
  });
  await stock({ delta: 2 });
  await ok(locations.deleteLocation, remove(shop.id));
  expect((await list()).map(({ key }) => key)).toEqual(["default"]);
  const read = await ok(products.getProduct, { params: { storeId, productId }, as: owner });
  expect(read.variants[0]?.inventory).toMatchObject([{ location_id: home?.id, available: 2 }]);
});

test("a store has fifty locations at most", async () => {
  const { owner, params, list, make } = await openLocations();
  for (let count = 1; count < 50; count++) await make(`l${count}`);
  expect(await list()).toHaveLength(50);
  expect(await refused(locations.createLocation, { params, as: owner, body: { key: "more" } })).toMatchObject(
    { status: 400, error: "LOCATION.TOO_MANY" },
  );
});
