import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderShipping } from "#functions/commerce/shipping/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { OrderShipped } from "#lib/commerce/shipping/schema.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, PARCEL, pay, SENDER, stockOf } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";

async function placeOrder(payment: typeof BY_CARD | typeof BY_CASH = BY_CASH, quantity = 3) {
  const shop = await openShop({ units: 10 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity }]);
  const placed = await checkout(shop.id, buyer, payment);
  const at = { params: { storeId: shop.id, orderId: placed.order_id }, as: shop.owner };
  if (payment === BY_CARD) await pay(placed.checkoutUrl);
  else await ok(orders.updateOrder, { ...at, body: { paid: true } });
  const read = () => ok(orders.getOrder, at);
  const order = await read();
  return { shop, at, read, order, itemId: order.items[0]?.id ?? "" };
}

async function rateOf({ at }: Pick<Awaited<ReturnType<typeof placeOrder>>, "at">): Promise<string> {
  const { rates } = await ok(orderShipping.quoteRates, {
    ...at,
    body: { parcel: PARCEL, from_address: SENDER },
  });
  return rates[0]?.id ?? "";
}

for (const payment of [BY_CASH, BY_CARD])
  test(`a repeated or concurrent refund_id is one refund (${payment.payment_method_key})`, async () => {
    const { at, read } = await placeOrder(payment);
    const body = { amount: 500, refund_id: "r1" };
    const pressed = await Promise.all(
      Array.from({ length: 20 }, () => call(orders.refundOrder, { ...at, body })),
    );
    expect(pressed.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const first = await ok(orders.refundOrder, { ...at, body: { ...body, reason: null } });
    expect(first).toMatchObject({ id: expect.stringMatching(/^ref_/), refund_id: "r1", amount: 500 });
    const others = pressed.flatMap(({ status, body }) => (status === 200 ? [body] : []));
    expect(new Set(others.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(first)]));
    const { refunded, refund_pending, refunds } = (await read()).payment;
    expect(refunded + refund_pending).toBe(500);
    expect(refunds.map(({ id, refund_id }) => [id, refund_id])).toEqual([[first.id, "r1"]]);
  });

test("a refund_id is one refund in either spelling and by every operation", async () => {
  const { at, read, shop, order } = await placeOrder();
  const business = { params: { businessId: shop.id }, as: shop.owner };
  for (const body of [
    { amount: 500, refundId: "r1" },
    { amount: 500, refundId: "r1" },
    { amount: 500, refund_id: "r1" },
  ])
    expect(await ok(orders.refundOrder, { ...at, body: body as never })).toMatchObject({ refund_id: "r1" });
  for (const body of [
    { refund_id: null, refundId: "r1" },
    { refund_id: "r1", refundId: null },
  ])
    await ok(businessPayments.refundPayment, {
      ...business,
      body: { entity: order.id, amount: 500, ...body },
    });
  for (const body of [
    { amount: 500, refund_id: null, refundId: "r1" },
    { amount: 500, refund_id: "r1", refundId: null },
  ])
    await ok(orders.refundOrder, { ...at, body: body as never });
  expect((await read()).payment).toMatchObject({ refunded: 500, refunds: [{ refund_id: "r1" }] });
});

test("a refund_id with another body is a 409, and another refund_id another refund", async () => {
  const { at, read, itemId } = await placeOrder();
  const lines = [{ order_item_id: itemId, quantity: 1 }];
  await ok(orders.refundOrder, { ...at, body: { lines, refund_id: "r1" } });
  for (const other of [
    { amount: 5 },
    { lines: [{ ...lines[0], quantity: 2 }] },
    { lines, reason: "late" },
    {},
  ])
    expect(
      await refused(orders.refundOrder, { ...at, body: { ...other, refund_id: "r1" } as never }),
    ).toMatchObject({ status: 409, error: "GENERAL.IDEMPOTENCY_KEY_REUSED" });
  await ok(orders.refundOrder, { ...at, body: { lines, refund_id: "r2" } });
  expect((await read()).payment.refunds.map(({ refund_id }) => refund_id)).toEqual(["r1", "r2"]);
});

test("a refund_id belongs to its order, and another order may have the same", async () => {
  const [one, other] = await Promise.all([placeOrder(), placeOrder()]);
  for (const { at, read } of [one, other]) {
    await ok(orders.refundOrder, { ...at, body: { amount: 7, refund_id: "r1" } });
    expect((await read()).payment.refunded).toBe(7);
  }
});

test("the refund by entity respects the refund_ids of the order, in either spelling", async () => {
  const { at, read, shop, order } = await placeOrder();
  const business = { params: { businessId: shop.id }, as: shop.owner };
  const refund = (entity: string, named: object) =>
    ok(businessPayments.refundPayment, { ...business, body: { entity, amount: 300, ...named } });
  const first = await refund(`order:${order.id}`, { refundId: "b1" });
  expect(first.refund).toMatchObject({ refund_id: "b1", refundId: "b1", amount: 300 });
  expect(await refund(`order:${order.id}`, { refund_id: "b1" })).toEqual(first);
  expect((await refund(order.id, { refund_id: "b1" })).refund.id).toBe(first.refund.id);
  expect(await ok(orders.refundOrder, { ...at, body: { amount: 300, refund_id: "b1" } })).toMatchObject({
    id: first.refund.id,
  });
  expect((await read()).payment).toMatchObject({ refunded: 300, refunds: [{ refund_id: "b1" }] });
});

test("a shipment_id is one parcel, however often it is sent", async () => {
  const { at, read, itemId, shop } = await placeOrder();
  const body = { lines: [{ order_item_id: itemId, quantity: 1 }], carrier: "DHL", shipment_id: "p1" };
  const [first, ...again] = await Promise.all(
    [1, 2, 3].map(() => call(orderShipping.sendParcel, { ...at, body })),
  );
  const sent = OrderView.parse(first?.body).shipments[0];
  expect(sent).toMatchObject({ shipment_id: "p1", carrier: "DHL" });
  for (const each of again) expect(each).toMatchObject({ status: 200, body: { shipments: [sent] } });
  await ok(orders.fulfilOrder, { ...at, body });
  const order = await read();
  expect(order.shipments.map(({ id, shipment_id }) => [id, shipment_id])).toEqual([[sent?.id, "p1"]]);
  expect(order.items[0]?.fulfilled_quantity).toBe(1);
  expect(await refused(orders.fulfilOrder, { ...at, body: { ...body, carrier: "UPS" } })).toMatchObject({
    error: "GENERAL.IDEMPOTENCY_KEY_REUSED",
  });
  const elsewhere = { ...body, shipment_id: "p2", location_id: "loc_none" };
  expect(await refused(orderShipping.sendParcel, { ...at, body: elsewhere })).toMatchObject({ status: 400 });
  const named = { params: { ...at.params, shipmentId: "p1" }, as: shop.owner };
  const moved = await ok(orderShipping.updateShipment, { ...named, body: { status: "delivered" } });
  expect(moved.shipment).toMatchObject({ id: sent?.id, status: "delivered" });
});

test("the last parcel of a paid order completes it", async () => {
  const { at, itemId } = await placeOrder();
  const body = { lines: [{ order_item_id: itemId, quantity: 3 }], shipment_id: "all" };
  const sent = await call(orderShipping.sendParcel, { ...at, body });
  expect(sent).toMatchObject({ status: 200, body: { status: "completed", fulfillment_status: "fulfilled" } });
});

test("a parcel with a rate_id buys that rate's label once, by either path", async () => {
  const made = await placeOrder();
  const { at, read, itemId, shop } = made;
  const rate_id = await rateOf(made);
  const before = await stockOf(shop.id, shop.mug);
  const body = {
    rate_id,
    location_id: made.order.items[0]?.location_id,
    lines: [{ order_item_id: itemId, quantity: 2 }],
    shipment_id: "p1",
  };
  const sent = await call(orderShipping.sendParcel, { ...at, body });
  expect(sent.status).toBe(201);
  const [again, shipped] = await Promise.all([
    ok(orderShipping.sendParcel, { ...at, body }),
    ok(orderShipping.shipOrder, {
      ...at,
      body: { ...body, location_id: body.location_id ?? "", carrier: "any", service: "any" },
    }),
  ]);
  const first = OrderShipped.parse(sent.body);
  expect(again).toEqual(first);
  expect(first.shipment).toMatchObject({ rate_id, label_status: "purchased", shipment_id: "p1" });
  expect(shipped.shipment.id).toBe(first.shipment.id);
  expect((await read()).shipments).toHaveLength(1);
  expect(await stockOf(shop.id, shop.mug)).not.toEqual(before);
  const numbered = { ...body, shipment_id: "p2", tracking_number: "1" };
  expect(await refused(orderShipping.sendParcel, { ...at, body: numbered })).toMatchObject({
    body: { validationErrors: [{ field: "tracking_number" }] },
  });
  const other = { ...body, lines: [{ order_item_id: itemId, quantity: 1 }] };
  expect(await refused(orderShipping.sendParcel, { ...at, body: other })).toMatchObject({
    error: "GENERAL.IDEMPOTENCY_KEY_REUSED",
  });
});

test.each(["rate_id", "rateId"])(
  "%s is refused where goods are recorded as sent without a label",
  async (name) => {
    const { at, read, itemId } = await placeOrder();
    const lines = [{ order_item_id: itemId, quantity: 1 }];
    const body = { lines, [name]: await rateOf({ at }) };
    const { status, body: refusal } = await refused(orders.fulfilOrder, { ...at, body });
    expect([status, refusal.validationErrors]).toMatchObject([
      400,
      [{ field: "rate_id", message: expect.stringContaining("/shipments") }],
    ]);
    expect((await read()).shipments).toEqual([]);
    // Without a rate the parcel is recorded, in either spelling.
    const spelled = { lines: [{ orderItemId: itemId, quantity: 1 }], [name]: null, trackingNumber: "T1" };
    await ok(orders.fulfilOrder, { ...at, body: spelled as never });
    expect((await read()).shipments).toMatchObject([{ tracking_number: "T1" }]);
  },
);

test("the body need not repeat the order of the path, and another order is refused", async () => {
  const made = await placeOrder();
  const { at, itemId } = made;
  const rate_id = await rateOf(made);
  const body = {
    rate_id,
    carrier: "sandbox",
    service: "sandbox_standard",
    location_id: made.order.items[0]?.location_id ?? "",
    lines: [{ order_item_id: itemId, quantity: 1 }],
  };
  const wrong = { ...body, order_id: "order_other" };
  for (const sends of [orderShipping.shipOrder, orderShipping.sendParcel])
    expect(await refused(sends, { ...at, body: wrong })).toMatchObject({
      status: 400,
      body: { validationErrors: [{ field: "order_id" }] },
    });
  expect((await ok(orderShipping.shipOrder, { ...at, body })).shipment.rate_id).toBe(rate_id);
});
