import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { orderShipping } from "#functions/commerce/shipping/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { ok } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, eventTypesOf, labelFor, pay } from "#test/support/orders.ts";
import { decidePayment } from "#test/support/payments.ts";
import { BERLIN, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, workerContext } from "#test/support/world.ts";

type Lines = (shop: Shop) => Record<string, unknown>[];

/** An order with the actions of staff, buyer and provider. */
async function placeOrder(lines: Lines, by: typeof BY_CARD | typeof BY_CASH) {
  const shop = await openShop();
  const { order_id, checkoutUrl } = await checkout(shop.id, await visitorWithCart(shop, lines(shop)), by);
  const to = { params: { storeId: shop.id, orderId: order_id }, as: shop.owner };
  const read = () => ok(orders.getOrder, to);
  const ids = (await read()).items.map(({ id }) => id);
  const units = (quantity: number, item = 0) => [{ order_item_id: ids[item] ?? "", quantity }];
  const cancelled = (cancel_quantity: number, item = 0) => ({ items: [{ id: ids[item], cancel_quantity }] });
  return {
    shop,
    url: checkoutUrl,
    order_id,
    to,
    units,
    cancelled,
    read,
    update: async (body: object) => (await ok(orders.updateOrder, { ...to, body })).status,
    send: async (quantity: number) =>
      (await ok(orders.fulfilOrder, { ...to, body: { lines: units(quantity) } })).status,
    refund: (body: object) => ok(orders.refundOrder, { ...to, body }),
    becomes: (status: string) =>
      eventually(async () => (await read()).status === status && status, `it being ${status}`),
    /** The provider reports that the payment page was paid, whatever its state is. */
    async paidAfterAll() {
      const payment = await paymentFor(shop.id, order_id);
      const { url, body, headers } = await decidePayment(shop.id, payment?.id ?? "", "captured");
      expect((await fetch(url, { method: "POST", body, headers })).status).toBe(200);
    },
  };
}

const mugLines =
  (quantity: number): Lines =>
  (shop) => [{ ...shop.mug, quantity }];
const voucherLines: Lines = (shop) => [shop.voucher];

test("an order without shipping is complete once it is paid, in time or late", async () => {
  const [inTime, late] = await Promise.all([1, 2].map(() => placeOrder(voucherLines, BY_CARD)));
  await pay(inTime?.url ?? null);
  expect(await inTime?.becomes("completed")).toBe("completed");
  const later = Math.floor(Date.now() / 1000) + 3600;
  await processDueOrder(
    workerContext(orderWorkers.processDueOrders, () => later),
    late?.shop.id ?? "",
    late?.order_id ?? "",
  );
  expect(await late?.becomes("cancelled")).toBe("cancelled");
  await late?.paidAfterAll();
  expect(await late?.becomes("completed")).toBe("completed");
});

test("a sent order is complete once its page is paid, unless it was paid in cash before", async () => {
  const order = await placeOrder(mugLines(1), BY_CARD);
  expect([await order.update({ confirm: true }), await order.send(1)]).toEqual(["confirmed", "confirmed"]);
  await order.paidAfterAll();
  expect(await order.becomes("completed")).toBe("completed");
  const twice = await placeOrder(mugLines(1), BY_CARD);
  await twice.update({ confirm: true, paid: true });
  expect(await twice.send(1)).toBe("completed");
  await twice.paidAfterAll();
  await eventually(async () => (await twice.read()).payment.refunded === 1200, "the card's money going back");
  expect(await twice.read()).toMatchObject({ status: "completed", payment_status: "paid" });
  expect(await eventTypesOf(twice.shop.id, twice.order_id)).toContain("order.payment_refused");
});

test("a partly cancelled order is complete when the rest is sent and paid, or refunded", async () => {
  const sold = await placeOrder(mugLines(2), BY_CASH);
  expect(await sold.update(sold.cancelled(1))).toBe("partially_cancelled");
  expect([await sold.send(1), await sold.update({ paid: true })]).toEqual([
    "partially_cancelled",
    "completed",
  ]);
  const byCard = await placeOrder(mugLines(2), BY_CARD);
  await byCard.update({ confirm: true });
  expect([await byCard.update(byCard.cancelled(1)), await byCard.send(1)]).toEqual([
    "partially_cancelled",
    "partially_cancelled",
  ]);
  await byCard.paidAfterAll();
  expect(await byCard.becomes("completed")).toBe("completed");
  const sent = await placeOrder(mugLines(2), BY_CASH);
  expect([await sent.update({ paid: true }), await sent.send(1)]).toEqual(["confirmed", "confirmed"]);
  await sent.refund({ lines: sent.units(1) });
  expect((await sent.read()).status).toBe("completed");
  const given = await placeOrder(mugLines(3), BY_CASH);
  await given.update({ paid: true });
  expect([await given.update(given.cancelled(1)), await given.send(1)]).toEqual([
    "partially_cancelled",
    "partially_cancelled",
  ]);
  await given.refund({ lines: given.units(1) });
  expect((await given.read()).status).toBe("completed");
  const rest = await placeOrder(mugLines(3), BY_CASH);
  await rest.update({ paid: true });
  await rest.update(rest.cancelled(1));
  await rest.send(1);
  expect(await rest.update(rest.cancelled(2))).toBe("completed");
  const all = await placeOrder(mugLines(2), BY_CASH);
  await all.update({ paid: true });
  await all.update(all.cancelled(1));
  await all.refund({ lines: all.units(1) });
  expect((await all.read()).status).toBe("cancelled");
});

test("marking a cancelled and paid order as paid changes nothing and is no error", async () => {
  const order = await placeOrder(mugLines(1), BY_CASH);
  await order.update({ paid: true });
  expect([await order.update({ cancel: true }), await order.update({ paid: true })]).toEqual([
    "cancelled",
    "cancelled",
  ]);
  expect((await order.read()).payment).toMatchObject({ captured: 1200, refunded: 1200 });
});

test("returning a label restores the order as it was, and reopens a complete one", async () => {
  for (const { bought, cancelled, sent, open } of [
    { bought: 3, cancelled: 1, sent: "partially_cancelled", open: "partially_cancelled" },
    { bought: 2, cancelled: 1, sent: "completed", open: "partially_cancelled" },
    { bought: 1, cancelled: 0, sent: "completed", open: "confirmed" },
  ]) {
    const order = await placeOrder(mugLines(bought), BY_CASH);
    await order.update({ paid: true });
    await order.update(order.cancelled(cancelled));
    const parcel = { length: 20, width: 15, height: 10, weight: 700 };
    const quote = { parcel, from_address: BERLIN };
    const { rates } = await ok(orderShipping.quoteRates, { ...order.to, body: quote });
    const body = labelFor(await order.read(), rates[0]?.id ?? "", 1);
    const { shipment_id } = await ok(orderShipping.shipOrder, { ...order.to, body });
    expect((await order.read()).status).toBe(sent);
    const params = { ...order.to.params, shipmentId: shipment_id };
    await ok(orderShipping.refundLabel, { ...order.to, params });
    expect((await order.read()).status).toBe(open);
  }
});

test("an order is complete once its appointment took place and the rest was cancelled", async () => {
  const lines: Lines[] = [(shop) => [haircut(shop)], (shop) => [shop.mug, haircut(shop)]];
  for (const [at, each] of lines.entries()) {
    const order = await placeOrder(each, BY_CASH);
    if (at > 0) expect(await order.update(order.cancelled(1))).toBe("partially_cancelled");
    await order.update({ paid: true });
    const [reservationId = ""] = (await order.read()).reservation_ids;
    const params = { businessId: order.shop.id, reservationId };
    const kept = { params, as: order.shop.owner, body: { status: "COMPLETED" } };
    await ok(businessReservations.updateBusinessReservation, kept);
    expect(await order.becomes("completed")).toBe("completed");
  }
});

test("a pending payment is checked every day for two weeks", async () => {
  const { shop, order_id, url, read, becomes } = await placeOrder(mugLines(1), BY_CARD);
  await pay(url, "delay");
  await eventually(async () => (await read()).payment_status === "authorized", "the money being on its way");
  const now = Math.floor(Date.now() / 1000);
  const tick = (days: number) =>
    processDueOrder(
      workerContext(orderWorkers.processDueOrders, () => now + days * DAY + 60),
      shop.id,
      order_id,
    );
  const asked = async () => (await read()).history.filter(({ action }) => action === "payment_asked").length;
  await tick(0.5);
  expect(await asked()).toBe(0);
  await tick(1);
  await tick(1.5);
  await tick(2.5);
  expect([await asked(), (await read()).status]).toEqual([2, "pending"]);
  await tick(15);
  expect(await becomes("cancelled")).toBe("cancelled");
});
