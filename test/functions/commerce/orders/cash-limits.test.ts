import { describe, expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import {
  type Buyer,
  cashCountersOf,
  checkOutCart,
  makeBuyer,
  newIp,
  proveCashCounters,
  updateOrder,
  verifyEmail,
} from "#test/proofs/cash-orders.ts";
import { ok } from "#test/support/client.ts";
import { stockOf } from "#test/support/orders.ts";
import { seeded } from "#test/support/random.ts";
import { BERLIN, openShop, type Shop } from "#test/support/shop.ts";
import { newEmail, workerContext } from "#test/support/world.ts";

// The deployed limits; the test stack has none.
process.env.BUDGETS = "{}";

const REFUSED = { status: 400, body: { error: "ORDER.FAILED_CREATE", reason: "cash_limit" } };
const many = (count: number) => Array.from({ length: count });

/** Puts a mug into a buyer's next cart after the last one was ordered. */
async function refillCart(shop: Shop, { as, contactId }: Buyer): Promise<Buyer> {
  const params = { storeId: shop.id };
  const { id: cartId } = await ok(storefrontCarts.currentCart, { params, as, body: { market: "eu" } });
  const body = { items: [{ ...shop.mug, quantity: 1 }], shipping_address: BERLIN };
  const cart = await ok(storefrontCarts.updateVisitorCart, { params: { ...params, cartId }, as, body });
  return { as, cart, contactId };
}

describe("open orders that are to be paid in cash", () => {
  test("are limited to three for each contact, whatever emails and networks it uses", async () => {
    const shop = await openShop({ units: 100 });
    let buyer = await makeBuyer(shop);
    for (const _ of many(3)) {
      expect(await checkOutCart(shop, buyer)).toMatchObject({ status: 201 });
      buyer = await refillCart(shop, buyer);
    }
    const refused = await checkOutCart(shop, buyer);
    expect(refused).toMatchObject(REFUSED);
    expect(refused.body.message).toMatch(/3 orders of this customer .* pay by card/);
    expect(refused.body.validationErrors).toMatchObject([{ field: "payment_method_key" }]);
    expect(await checkOutCart(shop, buyer, { payment_method_key: "credit_card" })).toMatchObject({
      status: 201,
    });
  });

  test("are limited to three for each mailbox, also with tags and concurrently", async () => {
    const shop = await openShop({ units: 100 });
    const [name] = newEmail().split("@");
    const buyers = await Promise.all(many(7).map(() => makeBuyer(shop)));
    const replies = await Promise.all(
      buyers.map((buyer, n) => checkOutCart(shop, buyer, { email: `${name}+${n}@Example.com` })),
    );
    const placed = replies.filter(({ status }) => status === 201);
    expect(placed).toHaveLength(3);
    for (const reply of replies) if (reply.status !== 201) expect(reply).toMatchObject(REFUSED);
  });

  test.each([
    ["IPv4", () => "192.0.2.7"],
    ["an IPv6 network of 64 bits", (n: number) => `2001:db8:1:2::${n + 1}`],
  ])("are limited to ten for each network, also concurrently: %s", async (_, ipOf) => {
    const shop = await openShop({ units: 1000 });
    const buyers = await Promise.all(many(13).map(() => makeBuyer(shop)));
    const replies = await Promise.all(buyers.map((buyer, n) => checkOutCart(shop, buyer, { ip: ipOf(n) })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = replies.find(({ status }) => status !== 201);
    expect(refused).toMatchObject(REFUSED);
    expect(refused?.body.message).toContain("prove your address with a code, or pay by card");
    const proven = await makeBuyer(shop);
    await verifyEmail(shop, proven);
    expect(await checkOutCart(shop, proven, { ip: ipOf(20) })).toMatchObject({ status: 201 });
  });

  test("made by staff are not limited", async () => {
    const shop = await openShop({ units: 20 });
    const body = {
      email: newEmail(),
      market: "eu",
      payment_method_key: "cash",
      shipping_address: BERLIN,
      items: [{ ...shop.mug, quantity: 4 }],
    };
    for (const _ of many(5))
      await ok(orders.createOrder, { params: { storeId: shop.id }, as: shop.owner, body });
    expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 0, reserved: 20 });
    expect(await cashCountersOf(shop)).toEqual({});
  });
});

describe("orders of unproven email addresses that are to be paid in cash", () => {
  test.each([
    [1000, 100],
    [100, 10],
    [57, 5],
    [10, 5],
  ])("of a stock of %i units reserve at most %i, alone or concurrently", async (units, most) => {
    const whole = await openShop({ units });
    expect(await checkOutCart(whole, await makeBuyer(whole, most))).toMatchObject({ status: 201 });
    const shop = await openShop({ units });
    const alone = await checkOutCart(shop, await makeBuyer(shop, most + 1));
    expect(alone).toMatchObject(REFUSED);
    expect(alone.body.message).toContain("prove your address with a code, or pay by card");
    expect(alone.body.validationErrors).toHaveLength(1);
    const share = Math.ceil(most / 3);
    const buyers = await Promise.all(many(6).map(() => makeBuyer(shop, share)));
    const replies = await Promise.all(buyers.map((buyer) => checkOutCart(shop, buyer)));
    const placed = replies.filter(({ status }) => status === 201).length;
    expect(placed).toBe(Math.floor(most / share));
    expect(await stockOf(shop.id, shop.mug)).toEqual({
      available: units - placed * share,
      reserved: placed * share,
    });
    const proven = await makeBuyer(shop, most + 1 <= units - placed * share ? most + 1 : 1);
    await verifyEmail(shop, proven);
    expect(await checkOutCart(shop, proven)).toMatchObject({ status: 201 });
  });

  test("are refused if the store takes cash only for proven emails, but cards are not", async () => {
    const shop = await openShop();
    const params = { businessId: shop.id };
    const configs = { commerce: { cash_needs_proof: true } };
    const set = await ok(businesses.updateBusiness, { params, as: shop.owner, body: { configs } });
    expect(set.configs.commerce).toEqual({ cash_needs_proof: true });
    const [stranger, card] = [await makeBuyer(shop), await makeBuyer(shop)];
    expect(await checkOutCart(shop, stranger)).toMatchObject(REFUSED);
    expect(await checkOutCart(shop, card, { payment_method_key: "credit_card" })).toMatchObject({
      status: 201,
    });
    await verifyEmail(shop, stranger);
    expect(await checkOutCart(shop, stranger)).toMatchObject({ status: 201 });
  });

  test("are not limited for uncounted variants and for backorders", async () => {
    const shop = await openShop({ units: null });
    expect(await checkOutCart(shop, await makeBuyer(shop, 500))).toMatchObject({ status: 201 });
    const printed = await openShop({ units: 1 });
    const { product_id: productId, variant_id } = printed.mug;
    const body = { variant_id, backorder: true };
    const params = { storeId: printed.id, productId };
    await ok(products.changeInventory, { params, as: printed.owner, body });
    expect(await checkOutCart(printed, await makeBuyer(printed, 50))).toMatchObject({ status: 201 });
  });
});

describe("orders that cost nothing", () => {
  test("are limited while the email address is unproven, and not after that", async () => {
    const shop = await openShop({ units: 100, price: 0 });
    const email = newEmail();
    const free = async (units = 1) => checkOutCart(shop, await makeBuyer(shop, units), { email });
    for (const _ of many(3)) expect(await free()).toMatchObject({ status: 201, body: { total: 0 } });
    const refused = await free();
    expect(refused).toMatchObject(REFUSED);
    expect(refused.body.message).toMatch(/3 orders of this address .* prove your address with a code\.$/);
    const all = await checkOutCart(shop, await makeBuyer(shop, 8));
    expect(all).toMatchObject(REFUSED);
    expect(all.body.message).toContain("too little of");
    expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 97, reserved: 3 });
    for (const _ of many(4)) {
      const proven = await makeBuyer(shop, 10);
      await verifyEmail(shop, proven, email);
      expect(await checkOutCart(shop, proven, { email })).toMatchObject({ status: 201 });
    }
  });

  test("stop counting once they are sent or cancelled", async () => {
    const shop = await openShop({ units: 100, price: 0 });
    const ids: string[] = [];
    for (const _ of many(2)) ids.push((await checkOutCart(shop, await makeBuyer(shop, 2))).body.order_id);
    expect(Object.values(await cashCountersOf(shop)).toSorted()).toEqual([1, 1, 1, 1, 1, 1, 4]);
    const [sent = "", cancelled = ""] = ids;
    const at = { params: { storeId: shop.id, orderId: sent }, as: shop.owner };
    const { items } = await ok(orders.getOrder, at);
    const lines = [{ order_item_id: items[0]?.id ?? "", quantity: 2 }];
    await ok(orders.fulfilOrder, { ...at, body: { lines } });
    await updateOrder(shop, cancelled, { cancel: true });
    expect(await cashCountersOf(shop)).toEqual({});
  });
});

describe("an order releases its counters", () => {
  test.each([
    ["once it is paid", (shop: Shop, id: string) => updateOrder(shop, id, { paid: true })],
    ["once it is cancelled", (shop: Shop, id: string) => updateOrder(shop, id, { cancel: true })],
    [
      "after thirty days",
      (shop: Shop, id: string) => {
        const at = Math.floor(Date.now() / 1000) + 30 * 86_400 + 1;
        return withRetries(() =>
          processDueOrder(
            workerContext(orderWorkers.processDueOrders, () => at),
            shop.id,
            id,
          ),
        );
      },
    ],
  ])("%s, and not twice", async (_, end) => {
    const shop = await openShop({ units: 50 });
    const [ip, email] = [newIp(), newEmail()];
    const placed = await checkOutCart(shop, await makeBuyer(shop, 4), { ip, email });
    expect(Object.values(await cashCountersOf(shop)).toSorted()).toEqual([1, 1, 1, 4]);
    const refused = await checkOutCart(shop, await makeBuyer(shop, 2));
    expect(refused).toMatchObject(REFUSED);
    await Promise.all([end(shop, placed.body.order_id), end(shop, placed.body.order_id)]);
    await end(shop, placed.body.order_id);
    expect(await cashCountersOf(shop)).toEqual({});
    expect(await checkOutCart(shop, await makeBuyer(shop, 4), { ip, email })).toMatchObject({ status: 201 });
  });

  test("and no count is ever above its limit or wrong, whatever happens concurrently", () =>
    seeded(async (random) => {
      const { placed, refused } = await proveCashCounters(random, 2);
      expect([placed > 0, refused > 0]).toEqual([true, true]);
    }));
});
