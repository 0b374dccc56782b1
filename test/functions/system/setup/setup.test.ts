import { expect, test } from "vitest";
import { services } from "#functions/booking/services/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { setup } from "#functions/system/setup/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { invitations } from "#functions/tenancy/members/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { changeConfigs } from "#lib/tenancy/tenants/service.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openSalon } from "#test/support/salon.ts";
import { createGoods, openShop, visitorWithCart } from "#test/support/shop.ts";
import { member, newEmail, openStore, type TestStore, testContext } from "#test/support/world.ts";

const NEW = {
  address: false,
  markets_checked: false,
  sellable: false,
  shipping: null,
  hours: null,
  payments: false,
  team: false,
  origins: false,
  test_order: false,
};

const factsOf = ({ id: storeId, owner: as }: Pick<TestStore, "id" | "owner">) =>
  ok(setup.getSetup, { params: { storeId }, as });

test("a new store has nothing set up, and each fact is true once a record says so", async () => {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  const params = { storeId };
  expect(await factsOf(store)).toEqual(NEW);
  const address = { line1: "Torstr. 1", city: "Berlin", country: "" };
  const business = { params: { businessId: storeId }, as };
  await ok(businesses.updateBusiness, { ...business, body: { address } });
  expect(await factsOf(store)).toEqual(NEW);
  await ok(businesses.updateBusiness, { ...business, body: { address: { ...address, country: "DE" } } });
  await ok(stores.updateStore, { params, as, body: { origins: ["https://shop.example.com"] } });
  await ok(invitations.createInvitation, { ...business, body: { email: newEmail(), role: "Member" } });
  expect(await factsOf(store)).toEqual({ ...NEW, address: true, origins: true, team: true });
});

test("items on sale decide whether shipping and hours apply, and drafts are not on sale", async () => {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  await ok(products.createProduct, { params: { storeId }, as, body: { key: "draft", status: "draft" } });
  await createGoods(store, "voucher", { amount: 100, units: null, requires_shipping: false });
  expect(await factsOf(store)).toEqual({ ...NEW, sellable: true });
  await createGoods(store, "mug", { amount: 100, units: 3 });
  expect(await factsOf(store)).toMatchObject({ shipping: false, hours: null });
  await ok(services.createService, {
    params: { businessId: storeId },
    as,
    body: { key: "cut", durations: [{ duration: 30 }] },
  });
  expect(await factsOf(store)).toMatchObject({ hours: false });
  const method = { id: "standard", amount: 490 };
  const zones = [{ countries: ["DE"], shipping_methods: [method] }];
  await ok(markets.updateMarket, { params: { storeId, marketId: "eu" }, as, body: { zones } });
  expect(await factsOf(store)).toMatchObject({ shipping: true, markets_checked: true });
});

test("a provider's hours count, and a booking like an order", async () => {
  const { businessId: id, owner } = await openSalon({ provider: { workingTime: { workingDays: [] } } });
  const store = { id, owner };
  expect(await factsOf(store)).toMatchObject({ hours: false, sellable: true, test_order: false });
  const shop = await openShop();
  expect(await factsOf(shop)).toMatchObject({ hours: true, test_order: false });
  await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
  expect(await factsOf(shop)).toMatchObject({ test_order: true });
});

test("markets are checked by a change or by saving one unchanged, and by no other setting", async () => {
  const [first, second] = [await openStore(), await openStore()];
  const at = ({ id: storeId, owner: as }: TestStore) => ({ params: { storeId, marketId: "eu" }, as });
  await ok(stores.updateStore, {
    params: { storeId: first.id },
    as: first.owner,
    body: { origins: ["https://a.example.com"] },
  });
  const read = await ok(businesses.getBusiness, { params: { businessId: first.id }, as: first.owner });
  // A client that sends back all that it read has not checked the markets.
  const body = { configs: { markets: read.configs.markets } };
  await ok(businesses.updateBusiness, { params: { businessId: first.id }, as: first.owner, body });
  expect(await factsOf(first)).toMatchObject({ markets_checked: false });
  await ok(markets.updateMarket, { ...at(first), body: {} });
  expect(await factsOf(first)).toMatchObject({ markets_checked: true });
  await ok(businesses.updateBusiness, {
    params: { businessId: second.id },
    as: second.owner,
    body: {
      configs: { markets: read.configs.markets?.map((market) => ({ ...market, taxBps: 1900 })) },
    },
  });
  expect(await factsOf(second)).toMatchObject({ markets_checked: true });
});

test("only a live account counts as payments set up, and only where a market takes cards", async () => {
  const store = await openStore();
  const { id: storeId, owner: as } = store;
  const connected = (paymentProvider: unknown) =>
    changeConfigs(testContext(), storeId, (configs) => ({
      configs: { ...configs, paymentProvider },
      answer: undefined,
    }));
  await connected({ type: "STRIPE", publicKey: "pk_test_1" });
  expect(await factsOf(store)).toMatchObject({ payments: false });
  await connected({ type: "STRIPE", publicKey: "pk_live_1" });
  expect(await factsOf(store)).toMatchObject({ payments: true });
  for (const marketId of ["eu", "us"]) {
    const body = { payment_methods: [{ type: "cash" }] };
    await ok(markets.updateMarket, { params: { storeId, marketId }, as, body });
  }
  expect(await factsOf(store)).toMatchObject({ payments: null });
});

test("every reader of the store sees it, a second member is a team, and extras are refused", async () => {
  const store = await openStore();
  const { id: storeId } = store;
  const viewer = await member(storeId, "viewer");
  const params = { storeId };
  expect(await ok(setup.getSetup, { params, as: viewer })).toEqual({ ...NEW, team: true });
  const { body } = await refused(setup.getSetup, { params, as: viewer, query: { fresh: "1" } });
  expect(body).toMatchObject({ validationErrors: [{ field: "fresh", error: "FIELD.UNKNOWN" }] });
});
