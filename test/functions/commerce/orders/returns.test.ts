import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderShipping } from "#functions/commerce/shipping/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout, labelFor, stockOf } from "#test/support/orders.ts";
import { type Random, seeded } from "#test/support/random.ts";
import { BERLIN, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });
const read = (shop: Shop, orderId: string) => ok(orders.getOrder, at(shop, orderId));

type Decision = { status: string; restock?: boolean; refund?: boolean };

/** A cash order of mugs, and helpers for requests about it. */
async function orderMugs({ quantity = 2, price = 1200 } = {}) {
  const shop = await openShop({ price });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity }]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  const to = at(shop, order_id);
  const [item] = (await read(shop, order_id)).items;
  const id = item?.id ?? "";
  const line = (units: number) => ({ order_item_id: id, quantity: units });
  const askRequest = (lines: ReturnType<typeof line>[]) => ({ ...to, body: { lines } });
  const decideRequest = (returnId: string, body: Decision) => ({
    params: { ...to.params, returnId },
    as: shop.owner,
    body,
  });
  const update = (body: object) => ok(orders.updateOrder, { ...to, body });
  const cancelling = (units: number) => ({ items: [{ id, cancel_quantity: units }] });
  return { shop, order_id, to, line, askRequest, decideRequest, update, cancelling };
}

/** A paid order of mugs, some of them sent. */
async function payMugs(quantity = 2, sent = quantity) {
  const made = await orderMugs({ quantity });
  await made.update({ paid: true });
  await ok(orders.fulfilOrder, { ...made.to, body: { lines: [made.line(sent)] } });
  return made;
}

async function shipUnits({ to, line }: Mugs, units: number): Promise<string | undefined> {
  const parcel = { length: 20, width: 15, height: 10, weight: 700 };
  const { rates } = await ok(orderShipping.quoteRates, { ...to, body: { parcel, from_address: BERLIN } });
  const order = await ok(orders.getOrder, to);
  const body = { ...labelFor(order, rates[0]?.id ?? "", units), lines: [line(units)] };
  const { status, body: shipped } = await call(orderShipping.shipOrder, { ...to, body });
  return status < 300 ? (shipped as { shipment_id: string }).shipment_id : undefined;
}

const refundLabel = ({ to }: Mugs, shipmentId: string) =>
  call(orderShipping.refundLabel, { ...to, params: { ...to.params, shipmentId } });

test("lines of one item in a return are added, and never exceed what was sent", async () => {
  const { shop, order_id, line, askRequest, decideRequest } = await payMugs();
  expect(await refused(orders.askReturn, askRequest([line(2), line(1)]))).toMatchObject({
    body: { validationErrors: [{ field: line(1).order_item_id }] },
  });
  const asked = await ok(orders.askReturn, askRequest([line(1), line(1)]));
  expect(asked.returns).toMatchObject([{ lines: [line(2)] }]);
  const body = { status: "received", restock: true, refund: true };
  const decided = await ok(orders.decideReturn, decideRequest(asked.returns[0]?.id ?? "", body));
  expect(decided).toMatchObject({
    payment: { refunded: 2400 },
    items: [{ returned_quantity: 2, refunded_quantity: 2 }],
  });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 10, reserved: 0 });
  expect((await read(shop, order_id)).payment_status).toBe("refunded");
});

test("a return that cannot be refunded as requested is not received either", async () => {
  const { shop, order_id, line, askRequest, decideRequest } = await payMugs();
  const asked = await ok(orders.askReturn, askRequest([line(2)]));
  await ok(orders.refundOrder, { ...at(shop, order_id), body: { amount: 2000 } });
  const before = await read(shop, order_id);
  const body = { status: "received", restock: true, refund: true };
  const returnId = asked.returns[0]?.id ?? "";
  expect(await refused(orders.decideReturn, decideRequest(returnId, body))).toMatchObject({
    error: "PAYMENT.INVALID_AMOUNT",
  });
  // Facts that a worker adds to an order do not matter here.
  const { status, returns, items, payment } = before;
  expect(await read(shop, order_id)).toMatchObject({ status, returns, items, payment });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 0 });
});

test("goods that a refund restocked cannot be returned again", async () => {
  const { shop, order_id, line, askRequest, decideRequest } = await payMugs();
  const asked = await ok(orders.askReturn, askRequest([line(2)]));
  const lines = [{ ...line(1), restock: true }];
  await ok(orders.refundOrder, { ...at(shop, order_id), body: { lines } });
  const body = { status: "received", restock: true };
  expect(await refused(orders.decideReturn, decideRequest(asked.returns[0]?.id ?? "", body))).toMatchObject({
    body: { validationErrors: [{ message: "has 1 units that were sent and have not come back" }] },
  });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 9, reserved: 0 });
});

test("units cancelled before payment give no refund, and the others all that was paid", async () => {
  const { shop, order_id, to, line, update, cancelling } = await orderMugs({ quantity: 2, price: 333 });
  await update(cancelling(1));
  expect((await update({ paid: true })).payment.captured).toBe(333);
  const refund = (units: number) => ({ ...to, body: { lines: [line(units)] } });
  expect(await refused(orders.refundOrder, refund(2))).toMatchObject({
    body: { validationErrors: [{ message: "has 1 units left to refund" }] },
  });
  expect(await ok(orders.refundOrder, refund(1))).toMatchObject({ amount: 333 });
  expect(await read(shop, order_id)).toMatchObject({
    status: "cancelled",
    payment_status: "refunded",
    items: [{ cancelled_quantity: 2, refunded_quantity: 1 }],
  });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 10, reserved: 0 });
});

test("goods of a returned label can be sent again, or cancelled without a second refund", async () => {
  const made = await orderMugs({ quantity: 3 });
  const { shop, order_id, to, line, update } = made;
  await update({ paid: true });
  const shipment = await shipUnits(made, 3);
  await ok(orders.refundOrder, { ...to, body: { lines: [{ ...line(1), restock: true }] } });
  await ok(orders.refundOrder, { ...to, body: { lines: [line(1)] } });
  expect((await refundLabel(made, shipment ?? "")).status).toBe(200);
  expect((await read(shop, order_id)).items).toMatchObject([{ fulfilled_quantity: 1, returned_quantity: 1 }]);
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 2 });
  await update({ cancel: true });
  expect(await read(shop, order_id)).toMatchObject({
    payment: { captured: 3600, refunded: 3600 },
    items: [{ cancelled_quantity: 2, refunded_quantity: 3 }],
  });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 10, reserved: 0 });
});

test("no unit is sent, resold or refunded twice, whatever happens concurrently", () =>
  seeded(async (random) => {
    const order = await orderMugs({ quantity: 6 });
    for (let round = 0; round < 20; round++) {
      if (round === 2) await order.update({ paid: true });
      const { returns, shipments } = await read(order.shop, order.order_id);
      const open = returns.filter(({ status }) => status === "asked").map(({ id }) => id);
      const labels = shipments.filter(({ status }) => status === "label_created").map(({ id }) => id);
      await Promise.all([actAtRandom(random, order, open, labels), actAtRandom(random, order, open, labels)]);
      await checkUnits(order);
    }
  }));

type Mugs = Awaited<ReturnType<typeof orderMugs>>;

function actAtRandom(random: Random, order: Mugs, open: string[], labels: string[]) {
  const { to, line, askRequest, decideRequest, cancelling } = order;
  const units = 1 + random.int(2);
  const restock = random.chance(0.7);
  const ask = () =>
    call(orders.askReturn, askRequest([line(units), ...(random.chance(0.5) ? [line(1)] : [])]));
  const decide = () => {
    const status = random.chance(0.9) ? "received" : "refused";
    return call(
      orders.decideReturn,
      decideRequest(random.pick(open), { status, restock, refund: random.chance(0.3) }),
    );
  };
  const others = [
    () => call(orders.fulfilOrder, { ...to, body: { lines: [line(units)] } }),
    () => call(orders.refundOrder, { ...to, body: { lines: [{ ...line(units), restock }] } }),
    () => call(orders.updateOrder, { ...to, body: cancelling(units) }),
    () => shipUnits(order, units),
    ...(labels.length > 0 ? [() => refundLabel(order, random.pick(labels))] : []),
  ];
  if (random.chance(0.5)) return random.pick<() => Promise<unknown>>(others)();
  return open.length > 0 && random.chance(0.6) ? decide() : ask();
}

async function checkUnits({ shop, order_id }: Mugs) {
  const { items, payment } = await read(shop, order_id);
  const [item] = items;
  if (!item) throw new Error("The order has no item.");
  const { quantity, cancelled_quantity, fulfilled_quantity, returned_quantity, refunded_quantity } = item;
  const open = quantity - cancelled_quantity - fulfilled_quantity;
  expect(open, "units that are neither sent nor cancelled").toBeGreaterThanOrEqual(0);
  expect(returned_quantity, "units that came back").toBeLessThanOrEqual(fulfilled_quantity);
  expect(refunded_quantity + item.unpaid_quantity, "refunded units").toBeLessThanOrEqual(quantity);
  expect(payment.refunded, "money given back").toBe(refunded_quantity * 1200);
  const { available, reserved } = await stockOf(shop.id, shop.mug);
  expect(reserved, "reserved units").toBe(open);
  const sellable = 10 - quantity + cancelled_quantity;
  expect(available, "units on sale").toBeGreaterThanOrEqual(sellable);
  expect(available, "units on sale").toBeLessThanOrEqual(sellable + returned_quantity);
}
