import { beforeEach, describe, expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import type { Operation } from "#core/http/contract.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { carts as cartTable } from "#lib/commerce/carts/table.ts";
import { followContact } from "#lib/commerce/orders/customer-index.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { withoutSentIds } from "#test/proofs/tenant-leaks.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { call, ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CARD, BY_CASH, checkout, ordersOf, tryCheckout } from "#test/support/orders.ts";
import { BERLIN, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { makeAgent } from "#test/support/support.ts";
import { dumpTable, interceptCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, newEmail, testContext, visitorOf, workerContext } from "#test/support/world.ts";

let shop: Shop;
let params: { storeId: string };
const codes = new Map<string, number>();
beforeEach(async () => {
  shop = await openShop({ units: 100 });
  params = { storeId: shop.id };
  await makeAgent(shop);
  const discounts = [{ type: "ITEMS_PERCENTAGE" as const, market_id: "eu", bps: 500 }];
  await ok(promoCodes.createPromoCode, { params, as: shop.owner, body: { code: "GRACE5", discounts } });
});

type As = { token: string };

/** Requests a code for an email address, and returns it with its challenge. */
async function requestCode(as: As, email: string): Promise<{ challenge_id: string; code: string }> {
  const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
  const count = (codes.get(email) ?? 0) + 1;
  codes.set(email, count);
  return { challenge_id, code: await codeFor(email, count) };
}

async function prove(as: As, email: string): Promise<As & { contactId: string }> {
  const body = await requestCode(as, email);
  const { contact, token } = await ok(storefrontAccount.verifyContact, { params, as, body });
  return { token: token.token, contactId: contact.id };
}

const current = (as: As, body: object = {}) => ok(storefrontCarts.currentCart, { params, as, body });
const currentContact = (as: As) => ok(storefrontAccount.getCurrentContact, { params, as });

/** Everything that a visitor had before the proof: an order, a conversation, and a cart with all fields. */
async function makeHistory() {
  const notes = [{ form_id: "form_n", fields: [{ key: "note", value: "Grace: ring twice" }] }];
  const buyer = await visitorWithCart(shop, [shop.voucher]);
  const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email: newEmail() });
  const { as } = buyer;
  const talk = await ok(conversations.startConversation, { params, as, body: {} });
  const { id: cartId } = await current(as, { market: "eu" });
  const cart = await ok(storefrontCarts.updateVisitorCart, {
    params: { ...params, cartId },
    as,
    body: {
      items: [
        { ...shop.mug, quantity: 3 },
        { ...haircut(shop), forms: notes },
      ],
      shipping_address: BERLIN,
      billing_address: { name: "Grace Hopper" },
      forms: notes,
      promo_code: "GRACE5",
      payment_method_key: "cash",
    },
  });
  return { as, contactId: buyer.contactId, cart, orderId, conversationId: talk.conversation.id };
}

const PERSONAL_DATA = /Grace|Torstr|GRACE5|form_n|ring twice/;

const PROOF_CASES = {
  "an address that nobody had proven": async (as: As) => prove(as, newEmail()),
  "an address of a visitor whom the store knows": async (as: As) => {
    const email = newEmail();
    const known = await prove(await visitorOf(shop.id), email);
    const person = await prove(as, email);
    expect(person.contactId).toBe(known.contactId);
    return person;
  },
  "an address of a visitor who has a cart": async (as: As) => {
    const email = newEmail();
    const known = await visitorWithCart(shop, [shop.voucher], { shipping_address: null });
    await prove(known.as, email);
    return prove(as, email);
  },
  "a further address": async (as: As) => prove(await prove(as, newEmail()), newEmail()),
};

describe.each(Object.entries(PROOF_CASES))("after the proof of %s", (_, proveAddress) => {
  test("the old token sees nothing of the person at once, and keeps the cart's lines", async () => {
    const before = await makeHistory();
    // This process is a function with its own cache of the session.
    const asked: [Operation, Record<string, string>, string?][] = [
      [storefrontAccount.getCurrentContact, params],
      [storefrontOrders.listOwnOrders, params],
      [storefrontOrders.getOwnOrder, { ...params, orderId: before.orderId }],
      [storefrontOrders.getOrderPayment, { ...params, orderId: before.orderId }],
      [storefrontCarts.getVisitorCart, { ...params, cartId: before.cart.id }],
      [conversations.readConversation, { ...params, conversationId: before.conversationId }],
      [storefrontCarts.currentCart, params, "{}"],
    ];
    const answers = () =>
      Promise.all(
        asked.map(async ([operation, slots, body]) => {
          const request = { params: slots, token: before.as.token, ...(body ? { body } : {}) };
          const { status, body: said } = await invokeDirect(operation, request);
          return { operation: operation.id, status, body: withoutSentIds(said, request.params) };
        }),
      );
    for (const { status, body } of await answers()) expect(status, body).toBe(200);

    const person = await proveAddress(before.as);
    // A message that the old token must not see.
    const talk = { ...params, conversationId: before.conversationId };
    const line = { input: { type: "text" as const, content: "Grace asks" } };
    await ok(conversations.sendMessage, { params: talk, as: person, body: line });
    const mine = await current(person);
    expect(JSON.stringify(mine)).toMatch(PERSONAL_DATA);
    const placed = await checkout(shop.id, { as: person, cart: mine }, { ...BY_CASH, email: newEmail() });

    const left = await answers();
    expect(left.map(({ operation, status }) => [operation, status])).toEqual([
      ["getCurrentContact", 200],
      ["listOwnOrders", 200],
      ["getOwnOrder", 400],
      ["getOrderPayment", 400],
      ["getVisitorCart", 404],
      ["readConversation", 404],
      ["currentCart", 200],
    ]);
    for (const { body, operation } of left) {
      expect(body, operation).not.toMatch(PERSONAL_DATA);
      for (const id of [person.contactId, before.contactId, placed.order_id, mine.id])
        expect(body, operation).not.toContain(id);
    }
    expect(JSON.parse(left[1]?.body ?? "")).toMatchObject({ items: [] });
    expect(await currentContact(before.as)).toMatchObject({ email: null, verified: false });
    expect(await current(before.as)).toMatchObject({
      status: "active",
      market: "eu",
      items: [
        { product_id: shop.mug.product_id, quantity: 3 },
        { service_id: shop.service_id, forms: [] },
      ],
      shipping_address: null,
      billing_address: null,
      forms: [],
      promo_code: null,
      payment_method_key: null,
      shipping_method_id: null,
    });
    // The orders and the conversation of the visitor belong to the person.
    const listed = async () => {
      const { items } = await ok(storefrontOrders.listOwnOrders, { params, as: person });
      return [before.orderId, placed.order_id].every((id) => items.some((order) => order.id === id));
    };
    await eventually(listed, "the person's list of orders");
    const said = await ok(conversations.readConversation, { params: talk, as: person });
    expect(JSON.stringify(said)).toContain("Grace asks");
  });

  test("the old token's actions are not the person's, and its deletion deletes nothing of theirs", async () => {
    const before = await makeHistory();
    const person = await proveAddress(before.as);
    const mine = await current(person);
    const theirs = await current(before.as);
    await ok(storefrontCarts.updateVisitorCart, {
      params: { ...params, cartId: theirs.id },
      as: before.as,
      body: { shipping_address: { ...BERLIN, street1: "Thief Lane 3" } },
    });
    expect(await current(person)).toMatchObject({ id: mine.id, shipping_address: mine.shipping_address });
    await ok(storefrontAccount.deleteCurrentContact, { params, as: before.as });
    expect(await currentContact(person)).toMatchObject({ id: person.contactId, verified: true });
    expect(await current(person)).toMatchObject({ id: mine.id });
  });
});

test("of a cart and its copy for the old token, one counts as begun until the other is used", async () => {
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const begun = async (cartId: string) => {
    const found = await ok(carts.getCart, { params: { ...params, cartId }, as: shop.owner });
    return found.begun_at;
  };
  const at = await begun(cart.id);
  expect(at).not.toBeNull();
  await prove(as, newEmail());
  const left = await current(as);
  expect(left.id).not.toBe(cart.id);
  expect([await begun(cart.id), await begun(left.id)]).toEqual([at, null]);
  const body = { items: [{ ...shop.mug, quantity: 2 }] };
  await ok(storefrontCarts.updateVisitorCart, { params: { ...params, cartId: left.id }, as, body });
  expect(await begun(left.id)).not.toBeNull();
});

test("a change or checkout during the proof of an email happens before it or not at all", async () => {
  for (let round = 0; round < 8; round++) {
    const visitor = await visitorWithCart(shop, [shop.voucher], { shipping_address: BERLIN });
    const at = { params: { ...params, cartId: visitor.cart.id }, as: visitor.as };
    const email = newEmail();
    if (round % 2 === 1) await prove(await visitorOf(shop.id), email);
    const body = await requestCode(visitor.as, email);
    const thief = { shipping_address: { ...BERLIN, street1: "Thief Lane 3" } };
    const [proof, ...late] = await Promise.all([
      ok(storefrontAccount.verifyContact, { params, as: visitor.as, body }),
      round < 4
        ? call(storefrontCarts.updateVisitorCart, { ...at, body: thief })
        : tryCheckout(shop.id, visitor, { ...BY_CASH, email: newEmail() }),
    ]);
    for (const { status } of late) expect([200, 201, 404]).toContain(status);
    const person = { token: proof.token.token };
    const done = (late[0]?.status ?? 0) < 300;
    const cart = await cartTable.find({ store_id: shop.id, id: visitor.cart.id });
    if (cart?.status === "active") expect(cart.contact_id).toBe(proof.contact.id);
    if (round < 4) expect(cart?.shipping_address?.street1).toBe(done ? "Thief Lane 3" : BERLIN.street1);
    else expect(cart?.status).toBe(done ? "converted" : "active");
    const own = async () => {
      const { items } = await ok(storefrontOrders.listOwnOrders, { params, as: person });
      return items.length === (round >= 4 && done ? 1 : 0);
    };
    await eventually(own, "the order of a checkout that was under way");
    expect((await ok(storefrontOrders.listOwnOrders, { params, as: visitor.as })).items).toEqual([]);
  }
});

const LATE_WRITES = {
  change: [storefrontCarts.updateVisitorCart, { shipping_address: { ...BERLIN, street1: "Thief Lane 3" } }],
  checkout: [storefrontCarts.checkoutVisitorCart, BY_CASH],
} as const;

test.each([
  ["change", "new"],
  ["change", "known"],
  ["checkout", "new"],
  ["checkout", "known"],
] as const)(
  "a %s that began before the proof of a %s email is not written after it",
  async (late, address) => {
    const visitor = await visitorWithCart(shop, [shop.voucher], { shipping_address: BERLIN });
    const email = newEmail();
    if (address === "known") await prove(await visitorOf(shop.id), email);
    let person: As | undefined;
    const [operation, body] = LATE_WRITES[late];
    const request = {
      params: { ...params, cartId: visitor.cart.id },
      token: visitor.as.token,
      body: JSON.stringify(body),
    };
    const reply = await interceptCalls(
      async (command, next, input) => {
        const isIts = command.startsWith("Transact") && JSON.stringify(input).includes(visitor.cart.id);
        if (isIts && !person) person = await prove(visitor.as, email);
        return next();
      },
      () => invokeDirect(operation, request),
    );
    // On a busy machine the proof can outlast the retries of a change.
    expect([404, 409], reply.body).toContain(reply.status);
    if (!person) throw new Error("It wrote nothing.");
    expect(await current(person)).toMatchObject({
      id: visitor.cart.id,
      status: "active",
      shipping_address: BERLIN,
    });
    expect(await ordersOf(shop.id)).toEqual([]);
  },
);

test("concurrent proofs of one session begin separate sessions, one per person", async () => {
  const visitor = await visitorWithCart(shop, [shop.voucher], { shipping_address: BERLIN });
  const emails = [newEmail(), newEmail(), newEmail()];
  const asked = [];
  for (const email of emails) asked.push(await requestCode(visitor.as, email));
  const proofs = await Promise.all(
    asked.map((body) => call(storefrontAccount.verifyContact, { params, as: visitor.as, body })),
  );
  const found = [];
  for (const { status, body } of proofs) {
    expect(status, JSON.stringify(body)).toBe(200);
    if ("token" in body) found.push({ token: body.token.token, contactId: body.contact.id });
  }
  // The first session takes the cart; the others get a copy of its lines.
  expect(new Set(found.map(({ contactId }) => contactId)).size).toBe(3);
  const carts = await Promise.all(found.map((as) => current(as)));
  expect(carts.filter(({ id }) => id === visitor.cart.id)).toHaveLength(1);
  expect(carts.filter(({ shipping_address }) => shipping_address)).toHaveLength(1);
  for (const cart of carts) expect(cart.items).toMatchObject([{ quantity: 1 }]);
  const twice = await requestCode(visitor.as, newEmail());
  const same = await Promise.all(
    [1, 2, 3].map(() => call(storefrontAccount.verifyContact, { params, as: visitor.as, body: twice })),
  );
  expect(same.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test("a cart in checkout when its visitor proves an email address belongs to the person", async () => {
  const visitor = await visitorWithCart(shop, [shop.voucher], { shipping_address: BERLIN });
  const placed = await checkout(shop.id, visitor, BY_CARD);
  const person = await prove(visitor.as, newEmail());
  expect(await current(person)).toMatchObject({ id: visitor.cart.id, status: "converted" });
  const again = await tryCheckout(shop.id, { as: person, cart: visitor.cart });
  expect(again).toMatchObject({ status: 200, body: { order_id: placed.order_id } });
  expect(await tryCheckout(shop.id, visitor)).toMatchObject({ status: 404 });
  expect(await current(visitor.as)).toMatchObject({ status: "active", items: [{ quantity: 1 }] });
  expect((await ordersOf(shop.id)).map(({ contact_id }) => contact_id)).toEqual([person.contactId]);
});

test("a proven visitor's token is an old token once a further email was proven with it", async () => {
  const first = await prove((await visitorWithCart(shop, [shop.voucher])).as, newEmail());
  const second = await prove(first, newEmail());
  expect(second.contactId).toBe(first.contactId);
  expect(await currentContact(second)).toMatchObject({ id: first.contactId, verified: true });
  expect(await currentContact(first)).toMatchObject({ email: null, verified: false });
});

test("an order that no index has yet moves to the known contact a minute later", async () => {
  const visitor = await visitorWithCart(shop, [shop.voucher]);
  const email = newEmail();
  const known = await prove(await visitorOf(shop.id), email);
  const person = await prove(visitor.as, email);
  // The state after a checkout that read the cart before the proof.
  const cart = await cartTable.get({ store_id: shop.id, id: visitor.cart.id }, GENERAL.NOT_FOUND());
  const { contactId: contact_id } = visitor;
  await transact(testContext(), [cartTable.replace(cart, { ...cart, contact_id })]);
  const { order_id } = await checkout(shop.id, { as: person, cart: visitor.cart }, { ...BY_CASH, email });
  const [order] = await ordersOf(shop.id);
  // The stack's own worker may have found it already.
  expect(order?.id).toBe(order_id);
  expect([visitor.contactId, known.contactId]).toContain(order?.contact_id);
  const event = (await storedEvents(shop.id)).find(
    ({ type, record_id }) => type === "contact.updated" && record_id === visitor.contactId,
  );
  if (!event) throw new Error("Nothing was told.");
  const looks = async () =>
    (await dumpTable()).filter(({ queue, body, delay }) => {
      return queue === "follow-contact" && delay === 60 && String(body).includes(event.id);
    }).length;
  await waitForWorkers(shop.id);
  expect(await looks(), "the look of the worker itself").toBe(1);
  const ctx = workerContext(orderWorkers.followContact);
  await interceptCalls(
    async (command, next) => (command === "QueryCommand" ? { output: { Items: [] } } : next()),
    () => followContact(ctx, event),
  );
  expect(await looks()).toBe(2);
  await followContact(ctx, { ...event, last: true });
  expect(await ordersOf(shop.id)).toMatchObject([{ id: order_id, contact_id: known.contactId }]);
});

test("an ended session stops working at once, also where it was cached", async () => {
  const as = await visitorOf(shop.id);
  const request = { params, token: as.token };
  expect((await invokeDirect(storefrontAccount.getCurrentContact, request)).status).toBe(200);
  await ok(storefrontAccount.logoutContact, { params, as });
  const { status } = await invokeDirect(storefrontAccount.getCurrentContact, request);
  expect(status).toBe(401);
  const address = { store_id: shop.id, contact_id: as.contactId };
  expect(
    (await contactSessions.query(contactSessions.child(address), { index: "child_created" })).records,
  ).toMatchObject([{ status: "revoked" }]);
});
