import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { paidOrder, waitUntilCopied } from "#test/proofs/paid-orders.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { call, ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CARD, checkout, eventTypesOf, pay, tryCheckout } from "#test/support/orders.ts";
import { decidePayment } from "#test/support/payments.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { connectStripe, decideAtStripe } from "#test/support/stripe.ts";
import { interceptCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, mailsTo, member, newEmail } from "#test/support/world.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });
const read = (shop: Shop, orderId: string): Promise<OrderView> => ok(orders.getOrder, at(shop, orderId));
const update = (shop: Shop, orderId: string, body: object) =>
  ok(orders.updateOrder, { ...at(shop, orderId), body });
const refund = (shop: Shop, orderId: string, body: object = {}) =>
  ok(orders.refundOrder, { ...at(shop, orderId), body });

/** Sends the sandbox's callback that a payment page was paid, whatever its state is. */
async function payLate(shop: Shop, orderId: string, n = 1) {
  const payment = await paymentFor(shop.id, orderId);
  const id = `evt_late_${n}_${payment?.id}`;
  const { url, body, headers } = await decidePayment(shop.id, payment?.id ?? "", "captured", { id, n });
  expect((await fetch(url, { method: "POST", body, headers })).status).toBe(200);
}

/** Counts events of a type of an order and its payment. */
async function countEvents(shop: Shop, orderId: string, type: string): Promise<number> {
  const payment = await paymentFor(shop.id, orderId);
  const id = type.startsWith("payment") ? (payment?.id ?? "") : orderId;
  return (await eventTypesOf(shop.id, id)).filter((each) => each === type).length;
}

/** Waits until an order has processed all events of its payment. */
const waitForPayment = (shop: Shop, orderId: string, what: Partial<OrderView["payment"]>) =>
  eventually(
    async () => {
      const order = await read(shop, orderId);
      const isSo = Object.entries(what).every(([name, value]) => Reflect.get(order.payment, name) === value);
      return isSo && order;
    },
    `${orderId} having ${JSON.stringify(what)}`,
  );

test.each([false, true])(
  "cash recorded on a card order stays when its payment page ends (refunded before: %s)",
  async (isRefunded) => {
    const shop = await openShop();
    const buyer = await visitorWithCart(shop, [shop.mug]);
    const { order_id } = await checkout(shop.id, buyer);
    const { receipt_number } = await update(shop, order_id, { confirm: true, paid: true });
    if (isRefunded) await refund(shop, order_id, { amount: 500 });
    const refunded = isRefunded ? 500 : 0;
    const sums = { captured: 1200, refunded, refund_pending: 0 };
    await eventually(
      async () => (await countEvents(shop, order_id, "payment.failed")) === 1,
      "the page's end",
    );
    await waitForWorkers(shop.id);
    expect((await read(shop, order_id)).payment).toMatchObject({ ...sums, type: "cash", status: "none" });
    const paid = await update(shop, order_id, { paid: true });
    expect(paid.payment).toMatchObject(sums);
    expect(paid).toMatchObject({
      receipt_number,
      payment_status: isRefunded ? "partially_refunded" : "paid",
    });
    expect(await refund(shop, order_id)).toMatchObject({ amount: 1200 - refunded, status: "succeeded" });
  },
);

test("an order paid in cash and then by card records both and refunds the card payment once", async () => {
  const shop = await openShop();
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CARD, email });
  await update(shop, order_id, { confirm: true, paid: true });
  for (let times = 0; times < 3; times++) await payLate(shop, order_id);
  const order = await waitForPayment(shop, order_id, { captured: 2400, refunded: 1200, refund_pending: 0 });
  expect(order).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await countEvents(shop, order_id, "order.payment_refused")).toBe(1);
  expect(await countEvents(shop, order_id, "order.refunded")).toBe(1);
  expect(await countEvents(shop, order_id, "order.paid")).toBe(1);
  const mail = await eventually(
    async () => (await mailsTo(email)).find(({ subject }) => subject.startsWith("You have paid twice")),
    "the mail",
  );
  expect(mail.body.text).toContain("€12.00");
  // Only the cash is left, and staff refund it by hand.
  expect(await refund(shop, order_id)).toMatchObject({ amount: 1200, status: "succeeded" });
});

test("refunds that end together are each announced and mailed once", async () => {
  const shop = await openShop();
  const email = newEmail();
  const { desk } = await connectStripe({ businessId: shop.id, owner: shop.owner });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id, checkoutUrl } = await checkout(shop.id, buyer, { ...BY_CARD, email });
  await decideAtStripe(checkoutUrl, "approve");
  await waitForPayment(shop, order_id, { captured: 1200 });
  await desk.waitRefunds();
  for (const amount of [100, 200, 300]) await refund(shop, order_id, { amount });
  const { sessions } = await desk.books();
  const asked = await eventually(async () => {
    const { refunds } = await desk.books();
    return refunds.length === 3 && refunds;
  }, "three refunds at Stripe");
  await desk.waitRefunds(false);
  await desk.hold();
  for (const { id } of asked) await desk.settleRefund(id, "succeeded");
  await desk.refund(sessions[0]?.intent ?? "", 50);
  await desk.refund(sessions[0]?.intent ?? "", 70);
  // A callback about one refund reconciles all of them.
  const callbacks = await desk.callbacks();
  const settling = callbacks.filter(({ type }) => type.startsWith("refund."));
  await Promise.all(settling.flatMap(({ id }) => [desk.deliver(id), desk.deliver(id)]));
  await waitForPayment(shop, order_id, { refunded: 720, refund_pending: 0 });
  const mails = await eventually(async () => {
    const found = (await mailsTo(email)).filter(({ subject }) => subject.startsWith("Your refund"));
    return found.length >= 5 && found;
  }, "five mails");
  expect(mails).toHaveLength(5);
  expect(await countEvents(shop, order_id, "payment.refunded")).toBe(5);
  expect(await countEvents(shop, order_id, "order.refunded")).toBe(5);
});

test("three concurrent refunds are announced and mailed three times", async () => {
  const shop = await openShop();
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id, checkoutUrl } = await checkout(shop.id, buyer, { ...BY_CARD, email });
  await pay(checkoutUrl);
  await waitForPayment(shop, order_id, { captured: 1200 });
  const replies = await Promise.all(
    [100, 200, 300].map((amount) => call(orders.refundOrder, { ...at(shop, order_id), body: { amount } })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  await waitForPayment(shop, order_id, { refunded: 600, refund_pending: 0 });
  const mails = await eventually(async () => {
    const found = (await mailsTo(email)).filter(({ subject }) => subject.startsWith("Your refund"));
    return found.length >= 3 && found;
  }, "three mails");
  expect(mails).toHaveLength(3);
  expect(await countEvents(shop, order_id, "payment.refunded")).toBe(3);
  expect(await countEvents(shop, order_id, "order.refunded")).toBe(3);
});

test("a second paid page of an order is recorded, announced and refunded once", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const first = await checkout(shop.id, buyer);
  await pay(first.checkoutUrl, "decline");
  await eventually(async () => (await read(shop, first.order_id)).payment_status === "failed", "the refusal");
  const { body: again } = await tryCheckout(shop.id, buyer);
  await pay("checkoutUrl" in again ? again.checkoutUrl : null);
  await waitForPayment(shop, first.order_id, { captured: 1200 });
  await Promise.all([1, 2].map(() => payLate(shop, first.order_id)));
  const order = await waitForPayment(shop, first.order_id, {
    captured: 2400,
    refunded: 1200,
    refund_pending: 0,
  });
  expect(order).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await countEvents(shop, order.id, "order.payment_refused")).toBe(1);
  expect(await countEvents(shop, order.id, "order.refunded")).toBe(1);
});

test("late money refunds the units cancelled before it came and pays for the rest", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }]);
  const { order_id } = await checkout(shop.id, buyer);
  const { items } = await update(shop, order_id, { confirm: true });
  await update(shop, order_id, { items: [{ id: items[0]?.id, cancel_quantity: 1 }] });
  await payLate(shop, order_id);
  const order = await waitForPayment(shop, order_id, { captured: 2400, refunded: 1200, refund_pending: 0 });
  expect(order).toMatchObject({ status: "partially_cancelled", payment_status: "paid" });
  expect(order.receipt_number).not.toBeNull();
  for (const type of ["order.paid", "order.payment_refused", "order.refunded"])
    expect(await countEvents(shop, order_id, type), type).toBe(1);
  // Nothing is left to pay, and the unit that was cancelled before payment gives no refund.
  expect((await update(shop, order_id, { paid: true })).payment.captured).toBe(2400);
  expect(await refund(shop, order_id)).toMatchObject({ amount: 1200, sources: [{ source: "card" }] });
});

/** An order that was paid in cash and by card, whose provider has no money to refund the overpayment. */
async function orderPaidByBoth(units = 1) {
  const shop = await openShop();
  const { desk } = await connectStripe({ businessId: shop.id, owner: shop.owner });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: units }]);
  const first = await checkout(shop.id, buyer);
  const later = Math.floor(Date.now() / 1000) + 36 * 60;
  await tryCheckout(shop.id, buyer, BY_CARD, later);
  // Staff close the newest payment page, and the buyer pays the one before it.
  await update(shop, first.order_id, { confirm: true, paid: true });
  await desk.lackMoney();
  await decideAtStripe(first.checkoutUrl, "approve");
  const sum = 1200 * units;
  await waitForPayment(shop, first.order_id, { captured: 2 * sum, refunded: 0, refund_pending: 0 });
  await eventually(
    async () => (await countEvents(shop, first.order_id, "payment.refund_failed")) === 1,
    "the refusal",
  );
  await desk.lackMoney(false);
  return { shop, desk, order_id: first.order_id };
}

test("a refund of an order paid by card and cash takes the card first and names both", async () => {
  const { shop, order_id } = await orderPaidByBoth(2);
  const [item] = (await read(shop, order_id)).items;
  const line = { order_item_id: item?.id ?? "", quantity: 1 };
  expect(await refund(shop, order_id, { amount: 1800 })).toMatchObject({
    ...{ amount: 1800, status: "pending" },
    sources: [{ source: "card", amount: 1800, status: "pending" }],
  });
  const split = await refund(shop, order_id, { lines: [line] });
  expect(split).toMatchObject({
    ...{ amount: 1200, status: "pending" },
    sources: [
      { source: "card", amount: 600, status: "pending" },
      { source: "cash", amount: 600, status: "succeeded" },
    ],
  });
  expect(split.refund_id).toBe(split.sources[0]?.refund_id);
  expect(await refund(shop, order_id)).toMatchObject({
    ...{ amount: 1800, status: "succeeded" },
    sources: [{ source: "cash", amount: 1800 }],
  });
  const { payment, items } = await waitForPayment(shop, order_id, { refunded: 4800, refund_pending: 0 });
  expect(items[0]).toMatchObject({ refunded_quantity: 1, cancelled_quantity: 1 });
  const ofLine = payment.refunds
    .flatMap(({ lines }) => lines)
    .filter(({ order_item_id }) => order_item_id === item?.id);
  expect(ofLine.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [0, 600],
    [1, 600],
  ]);
  expect(await countEvents(shop, order_id, "order.refunded")).toBe(4);
});

test("concurrent refunds never exceed what was paid, in total and by source", async () => {
  const { shop, order_id } = await orderPaidByBoth();
  const reply = () => call(orders.refundOrder, { ...at(shop, order_id), body: { amount: 500 } });
  const replies = await Promise.all(Array.from({ length: 8 }, reply));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4);
  const { payment } = await waitForPayment(shop, order_id, { refunded: 2000, refund_pending: 0 });
  const given = (isCash: boolean) =>
    payment.entries
      .filter(({ kind, source }) => /confirmed|given/.test(kind) && (source === "cash") === isCash)
      .reduce((sum, { amount }) => sum + amount, 0);
  expect([given(false), given(true)]).toEqual([1200, 800]);
});

test("staff see each payment entry and its author; buyers and events see only sums", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer);
  const { payment } = await update(shop, order_id, { confirm: true, paid: true });
  const actor = { type: "person", id: shop.owner.id };
  expect(payment.entries).toMatchObject([{ kind: "paid", source: "cash", amount: 1200, actor }]);
  await refund(shop, order_id, { amount: 200, reason: "a scratch" });
  const after = await read(shop, order_id);
  expect(after.payment.entries).toMatchObject([
    payment.entries[0],
    { kind: "refund_given", source: "cash", amount: 200, reason: "a scratch", actor },
  ]);
  const own = { params: { storeId: shop.id, orderId: order_id }, as: buyer.as };
  const seen = await ok(storefrontOrders.getOwnOrder, own);
  expect(seen.payment).toMatchObject({ captured: 1200, refunded: 200, refunds: [{ amount: 200 }] });
  const said = await storedEvents(shop.id);
  for (const text of [JSON.stringify(seen), ...said.map((event) => JSON.stringify(event))])
    expect(text).not.toMatch(/refund_given|a scratch/);
});

test.each([1, 2, 3, 4, 5])(
  "an appointment cancelled while staff record cash is not charged (before read %i)",
  async (turn) => {
    const order = await paidOrder({ by: "cash", owed: true });
    const { shop, params, reservationId } = order;
    const { token } = await member(shop.id, "member");
    let [reads, isCancelled] = [0, false];
    const cancelling = async (command: string, next: () => Promise<unknown>, input: object) => {
      if (/Get/.test(command) && JSON.stringify(input).includes(params.orderId) && ++reads === turn) {
        const cancel = { params: { businessId: shop.id, reservationId }, as: { token } };
        const body = { status: "CANCELLED" };
        const reply = await call(businessReservations.updateBusinessReservation, { ...cancel, body });
        isCancelled = reply.status === 200;
      }
      return next();
    };
    const paid = { params, token, body: JSON.stringify({ paid: true }) };
    const { status } = await interceptCalls(cancelling, () => invokeDirect(orders.updateOrder, paid));
    expect(status).toBe(200);
    await waitUntilCopied(order);
    const captured = isCancelled ? 2400 : 12_400;
    expect((await order.read()).payment).toMatchObject({ captured, refunded: 0 });
    expect(await order.back()).toBe(0);
  },
);
