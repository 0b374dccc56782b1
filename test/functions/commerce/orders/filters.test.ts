import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout } from "#test/support/orders.ts";
import { BERLIN, haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually } from "#test/support/world.ts";

test("staff find and count orders by to-do, progress, total and words", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const one = await visitorWithCart(shop, [shop.mug, haircut(shop)], {
    shipping_address: {
      name: "Änne Lovelace",
      street1: "Torstr. 1",
      city: "Berlin",
      postal_code: "10119",
      country: "DE",
      phone: "+49 (0)170 123-456",
    },
  });
  const two = await visitorWithCart(shop, [shop.voucher]);
  const cash = await checkout(shop.id, one, { ...BY_CASH, email: "anne@engine.example" });
  const card = await checkout(shop.id, two, { ...BY_CARD, email: "grace@navy.example" });
  const names = new Map([
    [cash.order_id, "cash"],
    [card.order_id, "card"],
  ]);
  const list = (query: Record<string, string | number>) =>
    ok(orders.listOrders, { params, as: shop.owner, query });
  const found = async (query: Record<string, string | number>) =>
    (await list(query)).items.map(({ id }) => names.get(id));
  await eventually(async () => (await found({ currency: "eur" })).length === 2, "rows of orders");
  const order = await ok(orders.getOrder, { params: { ...params, orderId: cash.order_id }, as: shop.owner });
  expect(order).toMatchObject({
    customer_name: "Änne Lovelace",
    to_do: expect.arrayContaining(["ship", "pay"]),
  });
  expect(await found({ to_do: "ship" })).toEqual(["cash"]);
  expect(await found({ to_do: "RETURN,pay" })).toEqual(["cash"]);
  expect(await found({ to_do: "none" })).toEqual(["card"]);
  expect(await found({ to_do: "none,ship" })).toEqual(["card", "cash"]);
  expect(await found({ to_do: "ship", fulfillment_statuses: "fulfilled" })).toEqual([]);
  expect(await found({ payment_statuses: "unpaid" })).toContain("cash");
  expect(await found({ markets: "eu" })).toEqual(["card", "cash"]);
  expect(await found({ markets: "us" })).toEqual([]);
  expect(await found({ customer_id: order.customer_id ?? "" })).toEqual(["cash"]);
  const item = order.items.find(({ type }) => type === "service");
  expect(await found({ service_ids: item?.service_id ?? "" })).toEqual(["cash"]);
  expect(await found({ provider_ids: `${item?.provider_id},none`, product_ids: "" })).toEqual(["cash"]);
  expect(await found({ service_ids: item?.service_id ?? "", product_ids: shop.mug.product_id })).toEqual([]);
  const [low, high] = [cash, card].toSorted((a, b) => a.total - b.total);
  const byTotal = [low, high].map((each) => names.get(each?.order_id ?? ""));
  const inEuros = { currency: "EUR", sort_field: "total" };
  expect(await found({ ...inEuros, sort_direction: "asc" })).toEqual(byTotal);
  expect(await found(inEuros)).toEqual(byTotal.toReversed());
  expect(await found({ currency: "EUR", total_from: high?.total ?? 0 })).toEqual(byTotal.slice(1));
  expect(await found({ currency: "EUR", total_to: low?.total ?? 0 })).toEqual(byTotal.slice(0, 1));
  for (const query of [
    "anne",
    "ÄN",
    "love än",
    "anne@eng",
    order.number,
    "0170 12",
    "+49170",
    "0049 170123456",
  ])
    expect([query, await found({ query })]).toEqual([query, ["cash"]]);
  for (const query of ["ovelace", "engine", "123456", "anne grace"])
    expect([query, await found({ query })]).toEqual([query, []]);
  const first = await list({ ...inEuros, count: "true", limit: 1 });
  expect(first).toMatchObject({ count: { value: 2, exact: true }, items: [{ id: high?.order_id }] });
  const second = await list({ ...inEuros, count: "true", limit: 1, cursor: first.cursor ?? "" });
  expect(second.items.map(({ id }) => id)).toEqual([low?.order_id]);
  expect(second).not.toHaveProperty("count");
  expect((await list({ count: "true" })).count).toEqual({ value: 2, exact: true });
  for (const [name, value] of [
    ["sort_field", "total"],
    ["total_from", 1],
    ["total_to", 1],
  ] as const) {
    const query = { [name]: value };
    const { status, body } = await refused(orders.listOrders, { params, as: shop.owner, query });
    expect([status, body.validationErrors.map(({ field }) => field)]).toEqual([400, ["currency"]]);
  }
});

test("long words with letters of two units are stored and found, and beside a phone too", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  // The searched part of a word ends within the letter of two units.
  const [long, short] = [`${"a".repeat(63)}𠮷`, `${"b".repeat(31)}𠮷`];
  const person = { name: long, phone: "+49 30 1234567" };
  await ok(customers.createCustomer, { params, as, body: person });
  await ok(products.createProduct, { params, as, body: { key: "long", slug: { en: short } } });
  const buyer = await visitorWithCart(shop, [shop.mug], { shipping_address: { ...BERLIN, ...person } });
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  await waitForWorkers(shop.id);
  const found = async (query: string) =>
    (await ok(orders.listOrders, { params, as, query: { query } })).items.map(({ id }) => id);
  expect(await found("aaa")).toEqual([order_id]);
  expect(await found(long)).toEqual([order_id]);
  const { items } = await ok(products.listProducts, { params, as, query: { query: short } });
  expect(items).toMatchObject([{ key: "long" }]);
  const known = await ok(customers.listCustomers, { params, as, query: { query: "30", phone: "030 123" } });
  expect(known.items).toMatchObject([{ name: long }]);
});
