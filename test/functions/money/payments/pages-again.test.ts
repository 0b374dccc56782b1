import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { GENERAL } from "#core/errors.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { checkoutCart } from "#lib/commerce/orders/checkout.ts";
import { openPage, toPageRequest } from "#lib/money/payments/pages.ts";
import { Attempt } from "#lib/money/payments/schema.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { auditStock, BY_CARD, tryCheckout } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { connectStripe, decideAtStripe } from "#test/support/stripe.ts";
import { eventually, testContext } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);

/** A shop that is paid at Stripe, and a buyer of three of its ten mugs. */
async function openWorld() {
  const shop = await openShop({ units: 10 });
  const { desk } = await connectStripe({ businessId: shop.id, owner: shop.owner });
  return { shop, desk, buyer: await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }]) };
}
type StripeWorld = Awaited<ReturnType<typeof openWorld>>;

/** Checks out in a process that dies after it wrote the order and before it opens the page. */
async function commitOnly({ shop, buyer }: StripeWorld, at = NOW) {
  const { contactId, cart } = buyer;
  const actor = { kind: "visitor", id: contactId, former: [], storeId: shop.id, credentialId: "" } as const;
  const ctx = testContext({ actor, clock: () => at });
  const where = { storeId: shop.id, cartId: cart.id };
  const { order_id } = await checkoutCart(ctx, where, BY_CARD);
  const payment = await paymentFor(shop.id, order_id);
  const key = { tenant_id: shop.id, payment_id: payment?.id ?? "", n: 1 };
  return { orderId: order_id, attempt: await attempts.get(key, GENERAL.NOT_FOUND()) };
}

/** Checks out in a process that dies after Stripe opened the page and before that is stored. */
async function openUnstored(world: StripeWorld): Promise<string> {
  const { orderId, attempt } = await commitOnly(world);
  await expect(openPage(testContext(), { ...attempt, [VERSION]: 0 })).rejects.toThrow();
  const { sessions } = await world.desk.books();
  expect(sessions).toMatchObject([{ attempt: `${attempt.payment_id}-1`, status: "open" }]);
  expect((await attempts.find(attempt))?.url).toBe("");
  return orderId;
}

/** Actions on an order whose page is not stored. Each returns the number of pages that were paid. */
const ACTIONS = {
  "a further checkout": async ({ shop, buyer, desk }: StripeWorld, orderId: string) => {
    const checkoutUrl = await nextPage(shop, buyer, orderId);
    await decideAtStripe(checkoutUrl, "approve");
    await waitForOrder(shop, orderId, { status: "confirmed", payment_status: "paid" });
    return (await desk.books()).sessions.filter(({ status }) => status === "complete").length;
  },
  "a cancel by staff": async ({ shop }: StripeWorld, orderId: string) => {
    const params = { storeId: shop.id, orderId };
    await ok(orders.updateOrder, { params, as: shop.owner, body: { cancel: true } });
    await waitForOrder(shop, orderId, { status: "cancelled" });
    return 0;
  },
  "a confirmation by staff": async ({ shop }: StripeWorld, orderId: string) => {
    const params = { storeId: shop.id, orderId };
    await ok(orders.updateOrder, { params, as: shop.owner, body: { confirm: true } });
    await waitForOrder(shop, orderId, { status: "confirmed", payment: { type: "cash" } });
    return 0;
  },
  "a change of the cart": async ({ shop, buyer }: StripeWorld, orderId: string) => {
    const params = { storeId: shop.id, cartId: buyer.cart.id };
    const changed = await ok(storefrontCarts.clearVisitorCart, { params, as: buyer.as });
    expect(changed).toMatchObject({ status: "active", items: [] });
    await waitForOrder(shop, orderId, { status: "cancelled" });
    return 0;
  },
};

/** The page that a repeated checkout of the cart returns. */
async function nextPage(
  shop: StripeWorld["shop"],
  buyer: StripeWorld["buyer"],
  orderId: string,
): Promise<string> {
  const { status, body } = await tryCheckout(shop.id, buyer);
  if (!("checkoutUrl" in body)) throw new Error(`The checkout answered ${JSON.stringify(body)}.`);
  expect([status, body.order_id]).toEqual([200, orderId]);
  return body.checkoutUrl ?? "";
}

function waitForOrder(shop: StripeWorld["shop"], orderId: string, expected: object) {
  const params = { storeId: shop.id, orderId };
  return eventually(
    async () => {
      const order = await ok(orders.getOrder, { params, as: shop.owner });
      try {
        expect(order).toMatchObject(expected);
        return true;
      } catch {
        return false;
      }
    },
    `${orderId} being ${JSON.stringify(expected)}`,
  );
}

test("ten concurrent checkouts of one cart give one order and one page of Stripe", async () => {
  const { shop, desk, buyer } = await openWorld();
  await desk.slow(200);
  const answers = await Promise.all(Array.from({ length: 10 }, () => tryCheckout(shop.id, buyer)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array<number>(9).fill(200), 201]);
  const told = answers.map(({ body }) => ("checkoutUrl" in body ? [body.order_id, body.checkoutUrl] : []));
  expect(new Set(told.map((each) => each.join(" "))).size).toBe(1);
  expect(await desk.books()).toMatchObject({ sessions: [{ status: "open" }], misused: [] });
});

describe.each(Object.entries(ACTIONS))("%s", (_, action) => {
  test("continues a page that was opened and not stored, and leaves no page that can be paid", async () => {
    const world = await openWorld();
    const orderId = await openUnstored(world);
    const paid = await action(world, orderId);
    const { sessions, misused } = await world.desk.books();
    expect(sessions.map(({ status }) => status)).toEqual([paid === 1 ? "complete" : "expired"]);
    expect(misused).toEqual([]);
    await auditStock(world.shop.id, [world.shop.mug], 10);
  });

  test("replaces a page that was never opened and has too little time left", async () => {
    const world = await openWorld();
    const { orderId } = await commitOnly(world, NOW - 600);
    if (action === ACTIONS["a further checkout"])
      expect(await tryCheckout(world.shop.id, world.buyer)).toMatchObject({
        status: 400,
        body: { error: "PAYMENT.STRIPE_ERROR", message: expect.stringContaining("Try again") },
      });
    await action(world, orderId);
    const { sessions, misused } = await world.desk.books();
    expect(sessions.filter(({ status }) => status === "open")).toEqual([]);
    expect(misused).toEqual([]);
    await auditStock(world.shop.id, [world.shop.mug], 10);
  });
});

/** Reads of an order's payment, which are refused when its page can no longer be opened. */
const CALLERS = {
  "the store's staff": ({ shop }: StripeWorld, orderId: string) =>
    refused(orders.getPaymentOfOrder, { params: { storeId: shop.id, orderId }, as: shop.owner }),
  "its buyers": ({ shop, buyer }: StripeWorld, orderId: string) =>
    refused(storefrontOrders.getOrderPayment, { params: { storeId: shop.id, orderId }, as: buyer.as }),
};

describe.each(Object.entries(CALLERS))("an order whose payment %s read", (_, ask) => {
  test("ends a page that can no longer be opened, and gets the next one", async () => {
    const world = await openWorld();
    const { orderId, attempt } = await commitOnly(world, NOW - 600);
    expect(await ask(world, orderId)).toMatchObject({ error: "PAYMENT.STRIPE_ERROR" });
    expect((await attempts.find(attempt))?.status).toBe("expired");
    await waitForOrder(world.shop, orderId, { status: "pending", payment_status: "expired" });
    const params = { storeId: world.shop.id, orderId };
    const seen = await ok(orders.getPaymentOfOrder, { params, as: world.shop.owner });
    expect(seen).toMatchObject({ status: "pending", payment_action: { type: "none", url: null } });
    await decideAtStripe(await nextPage(world.shop, world.buyer, orderId), "approve");
    await waitForOrder(world.shop, orderId, { status: "confirmed", payment_status: "paid" });
    const { sessions, misused } = await world.desk.books();
    expect([sessions.map(({ status }) => status), misused]).toEqual([["complete"], []]);
  });
});

test("staff who order a cart again end its page that can no longer be opened, and get the next", async () => {
  const world = await openWorld();
  const { attempt } = await commitOnly(world, NOW - 600);
  const params = { storeId: world.shop.id, cartId: world.buyer.cart.id };
  const again = { params, as: world.shop.owner, body: BY_CARD };
  expect(await refused(carts.checkoutCart, again)).toMatchObject({ error: "PAYMENT.STRIPE_ERROR" });
  expect((await attempts.find(attempt))?.status).toBe("expired");
  expect(await call(carts.checkoutCart, again)).toMatchObject({ status: 200 });
  await waitForEvents(world.shop, carts.checkoutCart, ["payment.failed", "payment.updated"]);
});

test("a page that an older version opened with other content is found under its key", async () => {
  const world = await openWorld();
  const { orderId, attempt } = await commitOnly(world);
  const before = { ...attempt, [VERSION]: 0, email: "as.it.was@example.com" };
  await expect(openPage(testContext(), before)).rejects.toThrow();
  const checkoutUrl = await nextPage(world.shop, world.buyer, orderId);
  const { sessions } = await world.desk.books();
  expect(sessions).toHaveLength(1);
  expect(checkoutUrl).toContain(sessions[0]?.id ?? "no page");
});

test("a refund that is requested concurrently is one refund, with the same content", async () => {
  const till = await openStripeStore();
  const { id, url } = await till.open();
  await decideAtStripe(url, "approve");
  for (const told of await till.callbacks(id, null)) expect(await till.tell(told)).toBe(200);
  await till.refund(id, 700);
  await till.desk.slow(200);
  await Promise.all(Array.from({ length: 4 }, () => till.issue(id)));
  expect(await till.desk.books()).toMatchObject({ refunds: [{ amount: 700 }], misused: [] });
  expect(await till.payment(id)).toMatchObject({ refunded: 700, refund_pending: 0 });
});

test("the request to a provider for an attempt depends on its stored fields alone", () => {
  const text = fc.string({ maxLength: 20 });
  const line = fc.record({ name: text, quantity: fc.integer(), amount: fc.integer() });
  const arbitrary = fc.record({
    ...{ tenant_id: text, payment_id: text, n: fc.nat(), reference: text, provider: text },
    ...{ credential_id: fc.option(text), status: fc.constant("opening"), amount: fc.nat(), currency: text },
    ...{ lines: fc.array(line), return_page: text, success_url: text, cancel_url: text },
    ...{ email: fc.option(text), expires_at: fc.nat(), provider_ref: text, url: text },
    ...{ charge_ref: fc.option(text), keeps_card: fc.boolean(), mandate: fc.option(text) },
    ...{ charged_by: fc.option(text), surplus_refund_id: fc.option(text), due_at: fc.option(fc.nat()) },
    created_at: fc.nat(),
  });
  fc.assert(
    fc.property(arbitrary, text, (stored, elsewhere) => {
      const [one, other] = [Attempt.parse(stored), Attempt.parse(JSON.parse(JSON.stringify(stored)))];
      const asked = JSON.stringify(toPageRequest(one));
      const { PUBLIC_URL } = process.env;
      process.env.PUBLIC_URL = `https://${elsewhere}.example`;
      const again = JSON.stringify(toPageRequest(other));
      process.env.PUBLIC_URL = PUBLIC_URL;
      expect(again).toBe(asked);
    }),
  );
});
