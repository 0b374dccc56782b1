import { expect, test } from "vitest";
import { carts as cartPages, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { auditStock, BY_CARD, BY_CASH, checkout, stockOf } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { dumpTable, interceptCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, member } from "#test/support/world.ts";

const NAME = "Wilhelmina Unforgettable";
const EMAIL = "wilhelmina@unforgettable.example";
const address = { name: NAME, street1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE" };

test("a deleted contact loses sessions and carts, and its orders are anonymised", async () => {
  const shop = await openShop();
  const body = { email: EMAIL };
  const bought = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }], {
    shipping_address: address,
    billing_address: address,
    forms: [{ form_id: null, fields: [{ key: "note", value: NAME }] }],
  });
  const { order_id } = await checkout(shop.id, bought, { ...BY_CASH, ...body });
  const params = { storeId: shop.id };
  const again = await ok(storefrontCarts.currentCart, { params, as: bought.as, body: { market: "eu" } });
  await ok(storefrontCarts.updateVisitorCart, {
    params: { ...params, cartId: again.id },
    as: bought.as,
    body: { items: [shop.mug], shipping_address: address },
  });
  const pending = await checkout(shop.id, { as: bought.as, cart: again }, { ...BY_CARD, ...body });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 7, reserved: 3 });
  await ok(storefrontAccount.deleteCurrentContact, { params, as: bought.as });
  const read = (orderId: string) => ok(orders.getOrder, { params: { ...params, orderId }, as: shop.owner });
  const after = await eventually(async () => {
    const found = await read(order_id);
    return found.contact_id === null && found;
  }, "the order losing its contact");
  expect(after).toMatchObject({
    email: null,
    shipping_address: null,
    billing_address: null,
    forms: [],
    total: 2400,
    items: [{ quantity: 2, money: { total: 2400 } }],
  });
  // The holds of a payment page that nobody will pay are released before the page ends.
  const remaining = await eventually(async () => {
    const found = await read(pending.order_id);
    return found.contact_id === null && found.status !== "pending" && found;
  }, "the end of the order that nobody will pay");
  expect(remaining).toMatchObject({ status: "cancelled", payment_status: "expired" });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 2 });
  await auditStock(shop.id, [shop.mug], 10);
  const cart = await call(cartPages.getCart, { params: { ...params, cartId: again.id }, as: shop.owner });
  expect(cart.status).toBe(404);
  await eventually(async () => {
    const reply = await call(storefrontOrders.listOwnOrders, { params, as: bought.as });
    return reply.status === 401;
  }, "the session ending");
  // A worker of the stream writes the rows of lists.
  await waitForWorkers(shop.id);
  const left = (await dumpTable()).filter((item) => {
    const text = JSON.stringify(item);
    const lasting = !["event", "mail", "mail_receipt", "message", "idempotency"].includes(String(item._t));
    return (
      lasting && text.includes(shop.id) && (text.includes(bought.contactId) || /unforgettable/i.test(text))
    );
  });
  expect(left.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
});

test("no order by staff keeps a contact that is deleted before the order is stored", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const { as, cart } = await visitorWithCart(shop, []);
  const body = {
    contact_id: cart.contact_id,
    email: EMAIL,
    market: "eu",
    items: [{ ...shop.mug, quantity: 1 }],
    payment_method_key: "cash",
    shipping_address: address,
  };
  let isDeleted = false;
  const reply = await interceptCalls(
    async (command, next) => {
      if (/^TransactWrite/.test(command) && !isDeleted) {
        isDeleted = true;
        await ok(storefrontAccount.deleteCurrentContact, { params, as });
        await waitForWorkers(shop.id);
      }
      return next();
    },
    () => invokeDirect(orders.createOrder, { params, token: shop.owner.token, body: JSON.stringify(body) }),
  );
  expect(reply).toMatchObject({ status: 400, body: expect.stringContaining("contact") });
  expect(isDeleted).toBe(true);
  expect((await ok(orders.listOrders, { params, as: shop.owner })).items).toEqual([]);
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 10, reserved: 0 });
});

test("a contact is deleted by the shop's administrators too, and another's stays", async () => {
  const shop = await openShop();
  const [one, other] = [await visitorWithCart(shop, [shop.mug]), await visitorWithCart(shop, [shop.mug])];
  const params = { storeId: shop.id, contactId: one.contactId };
  await ok(contacts.deleteContact, { params, as: shop.owner });
  expect((await call(contacts.deleteContact, { params, as: shop.owner })).status).toBe(404);
  await eventually(async () => {
    const at = { params: { storeId: shop.id, cartId: one.cart.id }, as: shop.owner };
    return (await call(cartPages.getCart, at)).status === 404;
  }, "the cart going");
  const kept = await ok(storefrontCarts.getVisitorCart, {
    params: { storeId: shop.id, cartId: other.cart.id },
    as: other.as,
  });
  expect(kept.item_count).toBe(1);
});

test("an order keeps only a bare id of a deleted operator, which no buyer ever sees", async () => {
  const shop = await openShop();
  const operator = await member(shop.id, "admin");
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id: orderId } = await checkout(shop.id, buyer, BY_CASH);
  const params = { storeId: shop.id, orderId };
  await ok(orders.updateOrder, { params, as: operator, body: { cancel: { reason: "broken" } } });
  const own = await ok(storefrontOrders.getOwnOrder, { params, as: buyer.as });
  expect(own).toMatchObject({ account_id: null, status: "cancelled" });
  const list = await ok(storefrontOrders.listOwnOrders, { params, as: buyer.as });
  expect(JSON.stringify([own, list])).not.toContain(operator.id);
  const { contact_id } = await ok(orders.getOrder, { params, as: operator });
  const made = await ok(orders.createOrder, {
    params: { storeId: shop.id },
    as: shop.owner,
    body: { ...BY_CASH, contact_id, items: [{ ...shop.voucher, price: 0 }], market: "eu" },
  });
  const theirs = { ...params, orderId: made.order_id };
  expect((await ok(orders.getOrder, { params: theirs, as: shop.owner })).account_id).toMatch(/^acc_/);
  expect((await ok(storefrontOrders.getOwnOrder, { params: theirs, as: buyer.as })).account_id).toBeNull();
  await ok(accounts.deleteAccount, { as: operator });
  await waitForWorkers(shop.id);
  const left = await itemsWith([operator.id, operator.email]);
  expect(left.map(({ _t, sk }) => [_t, sk])).toEqual([["order", orderId]]);
  expect(JSON.stringify(left)).not.toContain(operator.email);
});

/** Items without expiry that contain one of some texts. */
async function itemsWith(texts: readonly string[]): Promise<Record<string, unknown>[]> {
  const passing = ["event", "mail", "mail_receipt", "message", "idempotency", "budget"];
  const items = await dumpTable();
  return items.filter((item) => {
    const said = JSON.stringify(item).toLowerCase();
    return !passing.includes(String(item._t)) && texts.some((text) => said.includes(text));
  });
}
