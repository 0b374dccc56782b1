import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore, somebody } from "#test/support/world.ts";

test("a market that is sent without a key is named by its id, from the reply on", async () => {
  const { id: businessId, owner: as } = await openStore();
  const params = { businessId };
  const body = {
    configs: {
      markets: [
        { id: "alps", currency: "CHF" },
        { id: "sea", key: "coast", currency: "EUR" },
      ],
    },
  };
  const changed = await ok(businesses.updateBusiness, { params, as, body });
  const keys = [
    { id: "alps", key: "alps" },
    { id: "sea", key: "coast" },
  ];
  expect(changed.configs.markets).toMatchObject(keys);
  expect((await ok(businesses.getBusiness, { params, as })).configs.markets).toMatchObject(keys);
  const twice = {
    configs: {
      markets: [
        { id: "alps", currency: "CHF" },
        { id: "b", key: "alps", currency: "EUR" },
      ],
    },
  };
  expect((await refused(businesses.updateBusiness, { params, as, body: twice })).status).toBe(400);
});

test("stores are sorted by their own fields, and by no other", async () => {
  const as = await somebody();
  const mark = randomUUID().slice(0, 8);
  const made: string[] = [];
  for (const name of ["b", "a", "c"])
    made.push((await ok(stores.createStore, { as, body: { key: `${name}-${mark}` } })).id);
  const [b, a, c] = made;
  const params = { storeId: b ?? "" };
  const at = Math.floor(Date.now() / 1000) + 60;
  await ok(stores.updateStore, { params, as, body: { name: "later" }, at });
  expect((await refused(stores.listStores, { as, query: { sort_field: "zzz" } })).status).toBe(400);
  const sorted = async (sort_field: string) =>
    (await ok(stores.listStores, { as, query: { sort_field } })).items.map(({ id }) => id);
  expect(await sorted("created_at")).toEqual([c, a, b]);
  expect(await sorted("key")).toEqual([a, b, c]);
  expect((await sorted("updated_at"))[0]).toBe(b);
});
