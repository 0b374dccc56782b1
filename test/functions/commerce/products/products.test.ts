import { expect, test } from "vitest";
import type * as z from "zod";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import type { ChangeInventory } from "#lib/commerce/inventory/schema.ts";
import type { CreateProduct } from "#lib/commerce/products/schema.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { createGoods, type Goods, openShop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, member, openStore, visitorOf } from "#test/support/world.ts";

type ProductInput = Omit<Partial<CreateProduct>, "key"> & { key: string };

async function openProducts() {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const make = (body: object) =>
    ok(products.createProduct, { params, as: owner, body: body as ProductInput as { key: string } });
  const change = (productId: string, body: object) =>
    ok(products.updateProduct, { params: { storeId, productId }, as: owner, body });
  const read = (productId: string, as?: { token: string }) =>
    ok(products.getProduct, { params: { storeId, productId }, as });
  const list = async (query: Record<string, string | number | boolean> = {}, as?: { token: string }) =>
    (await ok(products.listProducts, { params, query, as })).items.map(({ key }) => key).sort();
  const stock = (productId: string, body: z.input<typeof ChangeInventory>) =>
    ok(products.changeInventory, { params: { storeId, productId }, as: owner, body });
  return { storeId, owner, params, make, change, read, list, stock };
}

const MUG = {
  key: "mug",
  status: "active",
  slug: { en: "blue-mug", de: "blauer-becher" },
  blocks: [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Blue mug", de: "Blauer Becher" }] }],
  variants: [
    {
      sku: "MUG-1",
      prices: [{ market: "eu", amount: 1200 }],
      inventory: [{ available: 5 }],
      weight: 350,
      attributes: [{ key: "colour", type: "TEXT", value: ["blue"] }],
    },
  ],
};

test("a product is found by id, key and slug; visitors see its stock sum, members its levels", async () => {
  const { storeId, make } = await openProducts();
  const made = await make(MUG);
  expect(made.variants[0]).toMatchObject({
    sku: "MUG-1",
    prices: [{ market: "eu", currency: "EUR", amount: 1200, compare_at: null }],
    counted: true,
    available: 5,
    requires_shipping: true,
  });
  for (const productId of [
    made.id,
    `${storeId}:mug`,
    `${storeId}:de:blauer-becher`,
    `${storeId}:fr:blue-mug`,
  ])
    expect((await ok(products.getProduct, { params: { storeId, productId } })).id).toBe(made.id);
  const seen = await ok(products.getProduct, { params: { storeId, productId: made.id } });
  expect(seen.variants[0]).toMatchObject({ available: 5 });
  expect(seen.variants[0]?.inventory).toEqual([{ available: 5 }]);
  const viewer = await member(storeId, "viewer");
  expect(await ok(products.getProduct, { params: { storeId, productId: made.id }, as: viewer })).toEqual(
    made,
  );
  expect(made.variants[0]?.inventory).toMatchObject([{ available: 5, reserved: 0, product_id: made.id }]);
});

test("only members see drafts and archived products", async () => {
  const { storeId, owner, make, list, read } = await openProducts();
  const draft = await make({ ...MUG, status: undefined });
  expect(draft.status).toBe("draft");
  const old = await make({ key: "old", status: "archived" });
  const [visitor, viewer] = [await visitorOf(storeId), await member(storeId, "viewer")];
  for (const { id: productId } of [draft, old]) {
    for (const as of [undefined, visitor])
      expect(await refused(products.getProduct, { params: { storeId, productId }, as })).toMatchObject({
        status: 400,
        error: "PRODUCT.NOT_FOUND",
      });
    expect((await read(productId, viewer)).id).toBe(productId);
  }
  const queries: Record<string, string>[] = [{}, { status: "draft" }, { status: "archived" }];
  for (const query of queries) {
    expect(await list(query)).toEqual([]);
    expect(await list(query, visitor)).toEqual([]);
  }
  expect(await list({ status: "draft" }, owner)).toEqual(["mug"]);
  expect(await list({ status: "archived" }, owner)).toEqual(["old"]);
});

test("a variant with an id changes, one without is new, and the others stay", async () => {
  const { make, change } = await openProducts();
  const made = await make({ ...MUG, variants: [...MUG.variants, { sku: "MUG-2", prices: [] }] });
  const [one, two] = made.variants.map(({ id }) => id);
  const after = await change(made.id, { variants: [{ id: one, sku: null, weight: null }, { sku: "MUG-3" }] });
  expect(after.variants.map(({ id }) => id).slice(0, 2)).toEqual([one, two]);
  expect(after.variants[0]).toMatchObject({
    sku: null,
    weight: null,
    available: 5,
    attributes: [{ key: "colour" }],
  });
  expect(after.variants[1]).toMatchObject({ sku: "MUG-2", counted: false, available: null });
  expect(after.variants[2]).toMatchObject({ sku: "MUG-3", requires_shipping: true });
  const less = await change(made.id, {
    variants: [
      { id: two, delete: true },
      { id: one, status: "archived" },
    ],
  });
  expect(less.variants.map(({ sku, status }) => [sku, status])).toEqual([
    [null, "archived"],
    ["MUG-3", "active"],
  ]);
});

test("a key, slug or SKU belongs to one product, and is free once that loses it", async () => {
  const { owner, params, make, change } = await openProducts();
  const made = await make(MUG);
  for (const [body, field] of [
    [{ key: "mug" }, "key"],
    [{ key: "b", slug: { en: "blue-mug" } }, "slug.en"],
    [{ key: "b", variants: [{ sku: "MUG-1" }] }, "variants[0].sku"],
    [{ key: "b", variants: [{ sku: "X" }, { sku: "X" }] }, "variants[1].sku"],
  ] as const) {
    const reply = await refused(products.createProduct, { params, as: owner, body: body as { key: string } });
    expect(reply).toMatchObject({ status: 400, error: "PRODUCT.FAILED_CREATE" });
    expect(reply.body.validationErrors[0]?.field).toBe(field);
  }
  const other = await make({ key: "cup" });
  const refusal = await refused(products.updateProduct, {
    params: { ...params, productId: other.id },
    as: owner,
    body: { variants: [{ sku: "MUG-1" }] },
  });
  expect(refusal).toMatchObject({ status: 400, error: "PRODUCT.FAILED_UPDATE" });
  await change(made.id, { variants: [{ id: made.variants[0]?.id, sku: "MUG-9" }] });
  await change(other.id, { variants: [{ sku: "MUG-1" }] });
  await ok(products.deleteProduct, { params: { ...params, productId: made.id }, as: owner });
  await make({ ...MUG, variants: [{ sku: "MUG-9" }] });
});

test("a product has at most a hundred variants, all written or none", async () => {
  const { owner, params, make } = await openProducts();
  const variant = (index: number) => ({
    sku: `S-${index}`,
    prices: [{ market: "us", amount: 100 }],
    inventory: [{ available: index }],
  });
  const many = (count: number) => Array.from({ length: count }, (_, index) => variant(index));
  const body = { key: "big", variants: many(101) };
  expect(await refused(products.createProduct, { params, as: owner, body })).toMatchObject({
    error: "PRODUCT.FAILED_CREATE",
  });
  const made = await make({ key: "big", variants: many(100) });
  expect(made.variants.map(({ available }) => available)).toEqual(many(100).map((_, index) => index));
  const taken = {
    key: "big",
    variants: Array.from({ length: 90 }, (_, index) => ({ ...variant(index), sku: `T-${index}` })),
  };
  expect(await refused(products.createProduct, { params, as: owner, body: taken })).toMatchObject({
    error: "PRODUCT.FAILED_CREATE",
  });
  await make({ ...taken, key: "second" });
});

test("a price names a market of the store, in its currency", async () => {
  const { owner, params } = await openProducts();
  for (const [prices, field] of [
    [[{ market: "mars", amount: 1 }], "variants[0].prices[0].market"],
    [[{ market: "eu", currency: "USD", amount: 1 }], "variants[0].prices[0].currency"],
  ] as const) {
    const body = { key: "x", variants: [{ prices: [...prices] }] };
    const reply = await refused(products.createProduct, { params, as: owner, body });
    expect(reply).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
    expect(reply.body.validationErrors[0]?.field).toBe(field);
  }
});

test("a list is narrowed by words, status, taxonomies, price, market and stock", async () => {
  const { owner, params, make, list, stock } = await openProducts();
  const taxonomy = (key: string) => ok(taxonomies.createTaxonomy, { params, as: owner, body: { key } });
  const [red, blue] = [await taxonomy("red"), await taxonomy("blue")];
  const priced = (key: string, market: string, amount: number, extra: object = {}) => ({
    key,
    status: "active",
    variants: [{ prices: [{ market, amount }] }],
    ...extra,
  });
  await make(priced("one", "eu", 1000, { taxonomies: [{ taxonomy_id: red.id }] }));
  await make(priced("two", "us", 2000, { taxonomies: [{ taxonomy_id: blue.id }] }));
  const three = await make(
    priced("three", "eu", 3000, { taxonomies: [{ taxonomy_id: red.id }, { taxonomy_id: blue.id }] }),
  );
  const variant_id = three.variants[0]?.id ?? "";
  await stock(three.id, { variant_id, available: 0 });
  await waitForWorkers(params.storeId);
  expect(await list({ query: "thr" })).toEqual(["three"]);
  expect(await list({ taxonomies: red.id })).toEqual(["one", "three"]);
  expect(await list({ taxonomies: `${red.id},${blue.id}` })).toEqual(["three"]);
  expect(await list({ taxonomies: `${red.id},${blue.id}`, match_all: false })).toEqual([
    "one",
    "three",
    "two",
  ]);
  expect(await list({ price_from: 1500 })).toEqual(["three", "two"]);
  expect(await list({ price_to: 2500, market: "eu" })).toEqual(["one"]);
  expect(await list({ market: "us" })).toEqual(["two"]);
  expect(await list({ in_stock: true })).toEqual(["one", "two"]);
  expect(await list({ in_stock: false })).toEqual(["three"]);
  await stock(three.id, { variant_id, delta: 2 });
  await waitForWorkers(params.storeId);
  expect(await list({ in_stock: true, price_from: 2500 })).toEqual(["three"]);
  const made = async (query: Record<string, string | number>) =>
    (await ok(products.listProducts, { params, query })).items.map(({ key }) => key);
  expect(await made({ ids: `${three.id},prod_none` })).toEqual(["three"]);
  expect(await made({ sort_direction: "asc" })).toEqual(["one", "two", "three"]);
  expect(await made({ sort_field: "key", sort_direction: "asc" })).toEqual(["one", "three", "two"]);
  expect(await made({ sort_field: "updated_at", sort_direction: "desc" })).toHaveLength(3);
  const now = Math.floor(Date.now() / 1000);
  expect(await made({ created_at_from: now - 3600, created_at_to: now + 3600 })).toHaveLength(3);
  expect(await made({ created_at_to: "2020-01-01" })).toEqual([]);
  expect(await made({ query: "t", price_from: 2500, market: "eu" })).toEqual(["three"]);
  const page = await ok(products.listProducts, { params, query: { limit: 2, in_stock: true } });
  const rest = await ok(products.listProducts, {
    params,
    query: { limit: 2, in_stock: true, cursor: page.cursor ?? "" },
  });
  expect([...page.items, ...rest.items].map(({ key }) => key)).toEqual(["three", "two", "one"]);
});

test("visitors see the sum of stock over all locations, and members each location", async () => {
  const { owner, params, make, list, stock, read } = await openProducts();
  const place = (key: string) => ok(locations.createLocation, { params, as: owner, body: { key } });
  const [north, south] = [await place("north"), await place("south")];
  const one = await make({ key: "one", status: "active", variants: [{}, {}] });
  const two = await make({ key: "two", status: "active", variants: [{}] });
  const [first = "", second = ""] = one.variants.map(({ id }) => id);
  const third = two.variants[0]?.id ?? "";
  await stock(one.id, { variant_id: first, location_id: north.id, available: 2 });
  await stock(one.id, { variant_id: first, location_id: south.id, available: 3 });
  await stock(one.id, { variant_id: second, location_id: south.id, available: 7 });
  await stock(two.id, { variant_id: third, location_id: north.id, available: 0 });
  await stock(two.id, { variant_id: third, location_id: south.id, available: 0 });
  await waitForWorkers(params.storeId);
  const sums = async (as?: { token: string }) => {
    const { items } = await ok(products.listProducts, { params, as });
    return Object.fromEntries(
      items.map(({ key, variants }) => [key, variants.map((each) => each.available)]),
    );
  };
  expect(await sums()).toEqual({ one: [5, 7], two: [0] });
  expect(await sums(owner)).toEqual({ one: [5, 7], two: [0] });
  const listed = (await ok(products.listProducts, { params })).items.map(({ key, variants }) => [
    key,
    variants.map(({ inventory }) => inventory),
  ]);
  expect(Object.fromEntries(listed)).toEqual({
    one: [[{ available: 5 }], [{ available: 7 }]],
    two: [[{ available: 0 }]],
  });
  expect((await read(one.id)).variants.map(({ available, inventory }) => [available, inventory])).toEqual([
    [5, [{ available: 5 }]],
    [7, [{ available: 7 }]],
  ]);
  const shown = (await ok(products.listProducts, { params, as: owner })).items.find(
    ({ id }) => id === one.id,
  );
  const byPlace = shown?.variants.flatMap(({ inventory }) =>
    inventory.filter(({ available }) => available > 0).map((level) => [level.location_id, level.available]),
  );
  expect(byPlace?.toSorted()).toEqual(
    [
      [north.id, 2],
      [south.id, 3],
      [south.id, 7],
    ].toSorted(),
  );
  expect(await list({ in_stock: true })).toEqual(["one"]);
  expect(await list({ in_stock: false })).toEqual(["two"]);
  await stock(two.id, { variant_id: third, location_id: south.id, delta: 1 });
  await waitForWorkers(params.storeId);
  expect(await list({ in_stock: true })).toEqual(["one", "two"]);
});

test("stock is set with an expected value, changed by a difference, counted and uncounted", async () => {
  const { storeId, owner, params, make, stock, read } = await openProducts();
  const { id, variants } = await make({ key: "tea", status: "active", variants: [{}] });
  const variant_id = variants[0]?.id ?? "";
  const refuse = (body: object) =>
    refused(products.changeInventory, {
      params: { storeId, productId: id },
      as: owner,
      body: { variant_id, ...body },
    });
  expect(await refuse({ low_at: 3 })).toMatchObject({ status: 400 });
  expect(await stock(id, { variant_id, delta: 4, low_at: 1 })).toMatchObject({ counted: true, available: 4 });
  expect(await refuse({ available: 9 })).toMatchObject({ status: 400 });
  expect(await refuse({ available: 9, expected: 3 })).toMatchObject({ status: 409 });
  expect(await stock(id, { variant_id, available: 9, expected: 4 })).toMatchObject({ available: 9 });
  expect(await refuse({ delta: -10 })).toMatchObject({ error: "PRODUCT.INSUFFICIENT_STOCK" });
  expect(await stock(id, { variant_id, delta: -10, backorder: true })).toMatchObject({
    available: 0,
    inventory: [{ available: -1, backorder: true, low_at: 1 }],
  });
  expect(await refuse({ backorder: false })).toMatchObject({ status: 400 });
  const other = await ok(locations.createLocation, { params, as: owner, body: { key: "shop" } });
  expect(await stock(id, { variant_id, location_id: other.id, available: 3 })).toMatchObject({
    available: 3,
  });
  expect(await stock(id, { variant_id, counted: false })).toMatchObject({
    counted: false,
    available: null,
    inventory: [],
  });
  expect((await read(id)).variants[0]).toMatchObject({ counted: false, available: null, inventory: [] });
  expect(await stock(id, { variant_id, counted: true })).toMatchObject({ counted: true, available: 0 });
  expect(await refuse({ location_id: "loc_none", delta: 1 })).toMatchObject({ status: 404 });
});

test("an ordered variant cannot be deleted; a product can, and orders keep their snapshots", async () => {
  const shop = await openShop();
  const remove = ({ product_id, variant_id }: Goods) => ({
    params: { storeId: shop.id, productId: product_id },
    as: shop.owner,
    body: { variants: [{ id: variant_id, delete: true }] },
  });
  const spare = await createGoods(shop, "spare", { amount: 100, units: null });
  const isOrdered = async () => {
    const params = { storeId: shop.id, productId: shop.mug.product_id };
    const { variants } = await ok(products.getProduct, { params, as: shop.owner });
    return variants.flatMap(({ inventory }) => inventory.map(({ ordered }) => ordered));
  };
  expect(await isOrdered()).toEqual([false]);
  const buyer = await visitorWithCart(shop, [shop.mug, shop.voucher]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  expect(await isOrdered()).toEqual([true]);
  for (const goods of [shop.mug, shop.voucher])
    expect(await refused(products.updateProduct, remove(goods))).toMatchObject({
      status: 400,
      error: "PRODUCT.FAILED_UPDATE",
    });
  expect((await ok(products.updateProduct, remove(spare))).variants).toEqual([]);
  await ok(products.deleteProduct, {
    params: { storeId: shop.id, productId: shop.voucher.product_id },
    as: shop.owner,
  });
  const order = await ok(orders.getOrder, {
    params: { storeId: shop.id, orderId: order_id },
    as: shop.owner,
  });
  expect(order.items.map(({ snapshot }) => snapshot.name)).toEqual(["mug", "voucher"]);
});

test("a deleted taxonomy is removed from its products", async () => {
  const { owner, params, make, read } = await openProducts();
  const { id: taxonomyId } = await ok(taxonomies.createTaxonomy, { params, as: owner, body: { key: "red" } });
  const made = await make({ ...MUG, taxonomies: [{ taxonomy_id: taxonomyId }] });
  await ok(taxonomies.deleteTaxonomy, { params: { ...params, taxonomyId }, as: owner });
  await eventually(async () => (await read(made.id)).taxonomies.length === 0);
});
