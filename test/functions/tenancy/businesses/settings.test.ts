import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { member, somebody } from "#test/support/world.ts";

const newKey = () => `s-${randomUUID().slice(0, 12)}`;

test("support mail goes to the billing email, or to the creator, until a support email is set", async () => {
  const as = await somebody();
  const open = (body: object) => ok(stores.createStore, { as, body: { key: newKey(), ...body } as never });
  expect((await open({})).emails).toEqual({ billing: as.email, support: as.email });
  expect((await open({ billing_email: "b@example.com" })).emails).toEqual({
    billing: "b@example.com",
    support: "b@example.com",
  });
  expect((await open({ emails: { support: "s@example.com" } })).emails).toEqual({
    billing: as.email,
    support: "s@example.com",
  });
});

test("only the sent email addresses change, in both interfaces", async () => {
  const as = await somebody();
  const store = await ok(stores.createStore, { as, body: { key: newKey() } });
  const params = { storeId: store.id };
  const changed = await ok(stores.updateStore, {
    params,
    as,
    body: { emails: { support: "s@example.com" } },
  });
  expect(changed.emails).toEqual({ billing: as.email, support: "s@example.com" });
  const again = await ok(businesses.updateBusiness, {
    params: { businessId: store.id },
    as,
    body: { configs: { emails: { billing: "b@example.com" } } },
  });
  expect(again.configs.emails).toEqual({ billing: "b@example.com", support: "s@example.com" });
});

test("the older form's last status is the business's", async () => {
  const as = await somebody();
  const body = { name: `Draft ${randomUUID()}`, statuses: [{ status: "active" }, { status: "draft" }] };
  expect((await ok(businesses.createBusiness, { as, body })).status).toBe("DRAFT");
});

test("a key that is made from a name is always free, whatever the name's script", async () => {
  const as = await somebody();
  const name = `Same ${randomUUID().slice(0, 8)}`;
  const keys = [];
  for (let time = 0; time < 3; time++)
    keys.push((await ok(businesses.createBusiness, { as, body: { name } })).key);
  const base = name.toLowerCase().replace(" ", "-");
  expect(keys).toEqual([base, `${base}-2`, `${base}-3`]);
  const raced = await Promise.all(
    Array.from({ length: 6 }, () => ok(businesses.createBusiness, { as, body: { name: `${name} raced` } })),
  );
  expect(new Set(raced.map(({ key }) => key)).size).toBe(6);
  for (const foreign of ["東京", "Ж", "a"]) {
    expect((await ok(businesses.createBusiness, { as, body: { name: foreign } })).key).toMatch(
      /^(a-)?store(-\d+)?$/,
    );
  }
  expect((await ok(businesses.createBusiness, { as, body: { name: "x", slug: `${base}-slug` } })).key).toBe(
    `${base}-slug`,
  );
});

test("zones, webhooks and build hooks are empty lists until set, for those who may see them", async () => {
  const as = await somebody();
  const business = await ok(businesses.createBusiness, { as, body: { key: newKey() } });
  expect(business.configs).toMatchObject({ zones: [], webhooks: [], buildHooks: [] });
  const viewer = await member(business.id, "viewer");
  const read = await ok(businesses.getBusiness, { params: { businessId: business.id }, as: viewer });
  const { items } = await ok(businesses.listBusinesses, { as: viewer });
  for (const { configs } of [read, ...items]) {
    expect(configs).toMatchObject({ zones: [] });
    expect(configs).not.toHaveProperty("webhooks");
    expect(configs).not.toHaveProperty("buildHooks");
  }
  expect(items).toHaveLength(1);
});

test("languages are taken by id or code, and returned with both", async () => {
  const as = await somebody();
  const body = { key: newKey(), configs: { languages: [{ id: "de", isDefault: true }, { code: "fr" }] } };
  const { id, configs } = await ok(businesses.createBusiness, { as, body: body as never });
  expect(configs.languages).toEqual([
    { id: "de", code: "de", isDefault: true },
    { id: "fr", code: "fr", isDefault: false },
  ]);
  const params = { storeId: id };
  const store = await ok(stores.updateStore, {
    params,
    as,
    body: { languages: ["en", { id: "es", is_default: true }] },
  });
  expect(store.languages).toEqual([
    { id: "en", code: "en", is_default: false },
    { id: "es", code: "es", is_default: true },
  ]);
  const twice = [
    ["en", "de", { id: "en" }],
    [
      { code: "en", is_default: true },
      { id: "de", is_default: true },
    ],
  ];
  for (const languages of twice) {
    const { status, body } = await refused(stores.updateStore, { params, as, body: { languages } as never });
    expect([status, body.validationErrors[0]?.field.startsWith("languages")]).toEqual([400, true]);
  }
});

test("the caller's businesses can be sorted by key and by update, page by page", async () => {
  const as = await somebody();
  const made: { id: string; key: string }[] = [];
  // Keys of different lengths, some of which begin alike.
  const mark = randomUUID().replaceAll("-", "");
  for (const key of [`c-${mark.slice(0, 4)}`, `a-${mark}`, `b-${mark.slice(0, 9)}`, `b-${mark.slice(0, 8)}`])
    made.push(await ok(businesses.createBusiness, { as, body: { key } }));
  const params = { businessId: made[1]?.id ?? "" };
  await ok(businesses.updateBusiness, {
    params,
    as,
    body: { name: "later" },
    at: Math.floor(Date.now() / 1000) + 60,
  });
  const first = await ok(businesses.listBusinesses, { as, query: { sortField: "key", limit: 2 } });
  const rest = await ok(businesses.listBusinesses, {
    as,
    query: { sortField: "key", limit: 2, cursor: first.cursor ?? "" },
  });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(
    [1, 3, 2, 0].map((index) => made[index]?.id),
  );
  expect(rest.cursor).toBeNull();
  const updated = await ok(stores.listStores, { as, query: { sort_field: "updated_at" } });
  expect(updated.items[0]?.id).toBe(made[1]?.id);
  expect((await refused(stores.listStores, { as, query: { sort_field: "zzz" } })).status).toBe(400);
});

test("a business keeps all that it was sent about itself and its markets", async () => {
  const as = await somebody();
  const tiers = [
    { upToGrams: 1000, amount: 400 },
    { upToGrams: 5000, amount: 900 },
  ];
  const shippingMethod = {
    id: "parcel",
    etaText: "2 days",
    locationId: "loc_1",
    taxable: true,
    amount: 500,
    freeAbove: 5000,
    weightTiers: tiers,
  };
  const zone = {
    countries: ["DE"],
    taxBps: 1900,
    taxRates: [{ category: "books", name: "Books", taxBps: 700 }],
    shippingMethods: [shippingMethod],
  };
  const said = {
    address: {
      line1: "Torstr. 1",
      line2: "Rear building",
      city: "Berlin",
      state: "BE",
      postalCode: "10119",
      country: "Germany",
    },
    gallery: [{ id: "front", url: "https://example.com/front.jpg", mimeType: "image/jpeg" }],
  };
  const configs = {
    markets: [{ id: "de", currency: "EUR", zones: [zone] }],
    commerce: { cart_abandoned_after: 3600 },
    logo: "https://example.com/logo.png",
    operatorUrl: "https://example.com/desk/{conversationId}",
    orderBlocks: [{ key: "note" }],
    reservationBlocks: [{ key: "allergies" }],
  };
  const made = await ok(businesses.createBusiness, { as, body: { key: newKey(), ...said, configs } });
  expect(made).toMatchObject({ ...said, configs });
  const read = await ok(businesses.getBusiness, { params: { businessId: made.id }, as });
  expect(read).toMatchObject({ ...said, configs });
  // Fields that are not sent again stay.
  const body = { address: { country: "Austria" }, configs: { logo: "" } };
  const changed = await ok(businesses.updateBusiness, { params: { businessId: made.id }, as, body });
  expect(changed.gallery).toEqual(said.gallery);
  expect(changed.configs).toMatchObject({ ...configs, logo: "" });
});
