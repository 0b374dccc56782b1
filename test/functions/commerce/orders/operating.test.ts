import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { carts } from "#functions/commerce/carts/routes.ts";
import { orderPages, orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { orderPageUrl } from "#lib/commerce/orders/emails.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { auditStock, BY_CARD, BY_CASH, checkout, eventTypesOf, pay, stockOf } from "#test/support/orders.ts";
import { BERLIN, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailTo, newEmail } from "#test/support/world.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });
const read = (shop: Shop, orderId: string) => ok(orders.getOrder, at(shop, orderId));

async function paidOrder(shop: Shop, items: Record<string, unknown>[], email = "grace@example.com") {
  const buyer = await visitorWithCart(shop, items);
  const placed = await checkout(shop.id, buyer, { ...BY_CARD, email });
  await pay(placed.checkoutUrl);
  const order = await eventually(async () => {
    const found = await read(shop, placed.order_id);
    return found.payment_status === "paid" && found;
  }, "the order being paid");
  return { buyer, order };
}

test("a cash order is sent, paid and refunded by lines, never for more than was paid", async () => {
  const shop = await openShop({ price: 333 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  const [item] = (await read(shop, order_id)).items;
  const order_item_id = item?.id ?? "";
  const sent = await ok(orders.fulfilOrder, {
    ...at(shop, order_id),
    body: { lines: [{ order_item_id, quantity: 2 }], carrier: "DHL", tracking_number: "1Z" },
  });
  expect(sent).toMatchObject({
    fulfillment_status: "partially_fulfilled",
    shipments: [{ tracking_number: "1Z" }],
  });
  expect(
    await refused(orders.fulfilOrder, {
      ...at(shop, order_id),
      body: { lines: [{ order_item_id, quantity: 2 }] },
    }),
  ).toMatchObject({ status: 400, body: { validationErrors: [{ field: order_item_id }] } });
  await ok(orders.fulfilOrder, { ...at(shop, order_id), body: { lines: [{ order_item_id, quantity: 1 }] } });
  expect(await refused(orders.refundOrder, { ...at(shop, order_id), body: { amount: 1 } })).toMatchObject({
    error: "ORDER.INVALID_STATUS",
  });
  const done = await ok(orders.updateOrder, { ...at(shop, order_id), body: { paid: true } });
  expect(done).toMatchObject({ status: "completed", payment_status: "paid", payment: { captured: 999 } });
  const refund = (body: object) => ok(orders.refundOrder, { ...at(shop, order_id), body });
  expect(await refund({ lines: [{ order_item_id, quantity: 1, restock: true }] })).toMatchObject({
    amount: 333,
    status: "succeeded",
  });
  for (const body of [{ lines: [] }, { shipping: 0 }, { shipping: true }, { lines: [], shipping: true }])
    expect(await refused(orders.refundOrder, { ...at(shop, order_id), body })).toMatchObject({
      body: { validationErrors: [{ field: "lines" }] },
    });
  const byId = { entity: `order:${order_id}`, amount: 66 };
  const params = { businessId: shop.id };
  expect(await ok(businessPayments.refundPayment, { params, as: shop.owner, body: byId })).toMatchObject({
    refund: { amount: 66, status: "succeeded" },
  });
  expect(await refund({})).toMatchObject({ amount: 600 });
  expect(await refused(orders.refundOrder, { ...at(shop, order_id), body: { amount: 1 } })).toMatchObject({
    error: "PAYMENT.INVALID_AMOUNT",
  });
  expect(await read(shop, order_id)).toMatchObject({ payment_status: "refunded", status: "completed" });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 0 });
});

test("a cancelled line is freed and refunded once, however often it is requested", async () => {
  const shop = await openShop();
  const email = newEmail();
  const { order } = await paidOrder(shop, [{ ...shop.mug, quantity: 3 }, haircut(shop)], email);
  const [mugs, cut] = order.items;
  const cancel = { items: [{ id: mugs?.id ?? "", cancel_quantity: 2 }] };
  for (let tries = 0; tries < 2; tries++)
    expect(await ok(orders.updateOrder, { ...at(shop, order.id), body: cancel })).toMatchObject({
      status: "partially_cancelled",
      items: [{ cancelled_quantity: 2 }, { cancelled_quantity: 0 }],
    });
  expect(
    await refused(orders.updateOrder, {
      ...at(shop, order.id),
      body: { items: [{ id: mugs?.id ?? "", cancel_quantity: 1 }] },
    }),
  ).toMatchObject({ status: 400 });
  await eventually(async () => (await read(shop, order.id)).payment.refunded === 2400, "the refund");
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 9, reserved: 1 });
  const cancelled = await ok(orders.updateOrder, {
    ...at(shop, order.id),
    body: { cancel: { reason: "flood" } },
  });
  expect(cancelled.status).toBe("cancelled");
  expect(cancelled.items.map(({ status }) => status)).toMatchObject([
    { status: "cancelled", reason: "flood" },
    { status: "cancelled", reason: "flood" },
  ]);
  const all = await eventually(async () => {
    const found = await read(shop, order.id);
    return found.payment_status === "refunded" && found;
  }, "all of it being refunded");
  expect(all.payment).toMatchObject({ captured: 8600, refunded: 8600, refund_pending: 0 });
  const reservation = await ok(businessReservations.getBusinessReservation, {
    params: { businessId: shop.id, reservationId: cut?.reservation_id ?? "" },
    as: shop.owner,
  });
  expect(reservation.status).toBe("CANCELLED");
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 10, reserved: 0 });
  await auditStock(shop.id, [shop.mug], 10);
  const mails = await mailTo(email, 4);
  expect(mails.body.text).toContain(order.number);
  expect(await refused(orders.updateOrder, { ...at(shop, order.id), body: { confirm: true } })).toMatchObject(
    { error: "ORDER.INVALID_STATUS" },
  );
});

test("a cancelled reservation cancels and refunds its line", async () => {
  const shop = await openShop();
  const { order } = await paidOrder(shop, [shop.mug, haircut(shop)]);
  await ok(businessReservations.updateBusinessReservation, {
    params: { businessId: shop.id, reservationId: order.reservation_ids[0] ?? "" },
    as: shop.owner,
    body: { status: "CANCELLED" },
  });
  const after = await eventually(async () => {
    const found = await read(shop, order.id);
    return found.payment.refunded === 5000 && found;
  }, "the line being refunded");
  expect(after).toMatchObject({ status: "partially_cancelled", payment_status: "partially_refunded" });
  expect(after.items.map(({ status }) => status.status)).toEqual(["confirmed", "cancelled"]);
});

test("a guest views and cancels an unsent order on its page, and a wrong token opens nothing", async () => {
  const shop = await openShop();
  const email = newEmail();
  const { order } = await paidOrder(shop, [shop.mug], email);
  const mail = await mailTo(email);
  const url = /https?:\S+\/v1\/order-pages\/\S+/.exec(mail.body.text ?? "")?.[0] ?? "";
  const page = await (await fetch(url)).text();
  expect(page).toContain(`Order ${order.number}`);
  expect(page).toContain("Cancel this order");
  // The button is hidden in a `<details>` that explains it.
  expect(page).toMatch(/<summary>Cancel this order<\/summary>.*<button name="action" value="cancel">Yes/);
  const cancelled = await fetch(url, { method: "POST", body: new URLSearchParams({ action: "cancel" }) });
  expect(cancelled.status).toBe(200);
  expect(await cancelled.text()).toMatch(/on its way back to you|refunded/);
  expect((await read(shop, order.id)).status).toBe("cancelled");
  const orderToken = `${(await orderPageUrl(shop.id, order.id)).split("/").at(-1)?.slice(0, -2)}AA`;
  expect((await call(orderPages.showOrderPage, { params: { orderToken } })).status).toBe(404);
});

test("sent goods can be returned: requested, received, restocked and refunded", async () => {
  const shop = await openShop();
  const { order, buyer } = await paidOrder(shop, [{ ...shop.mug, quantity: 2 }]);
  const order_item_id = order.items[0]?.id ?? "";
  const lines = [{ order_item_id, quantity: 1 }];
  const own = {
    params: { storeId: shop.id, orderId: order.id },
    as: buyer.as,
    body: { lines, reason: "broken" },
  };
  expect(await refused(storefrontOrders.askOwnReturn, own)).toMatchObject({ status: 400 });
  await ok(orders.fulfilOrder, { ...at(shop, order.id), body: { lines: [{ order_item_id, quantity: 2 }] } });
  const asked = await ok(storefrontOrders.askOwnReturn, own);
  const returnId = asked.returns[0]?.id ?? "";
  const params = { storeId: shop.id, orderId: order.id, returnId };
  const body = { status: "received", restock: true, refund: true };
  for (let tries = 0; tries < 2; tries++) await ok(orders.decideReturn, { params, as: shop.owner, body });
  const after = await eventually(async () => {
    const found = await read(shop, order.id);
    return found.payment.refunded > 0 && found;
  }, "the refund");
  expect(after).toMatchObject({
    payment: { refunded: 1200 },
    items: [{ returned_quantity: 1, refunded_quantity: 1 }],
  });
  const told = await ok(storefrontOrders.getOwnOrder, { params: own.params, as: buyer.as });
  expect(told.returns).toMatchObject([{ status: "received", refund_id: after.returns[0]?.refund_id }]);
  expect(told.payment.refunds.map(({ id }) => id)).toEqual([told.returns[0]?.refund_id]);
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 9, reserved: 0 });
  // The shop can record a return for a customer who called, and say why it refuses the return.
  const called = await ok(orders.askReturn, { ...at(shop, order.id), body: { lines, reason: "too blue" } });
  const second = called.returns.find(({ id }) => id !== returnId);
  const decided = await ok(orders.decideReturn, {
    params: { ...params, returnId: second?.id ?? "" },
    as: shop.owner,
    body: { status: "refused", note: "It was used." },
  });
  expect(decided.returns).toMatchObject([
    { status: "received" },
    { status: "refused", note: "It was used.", reason: "too blue" },
  ]);
  expect(
    await refused(orders.decideReturn, { params, as: shop.owner, body: { status: "refused" } }),
  ).toMatchObject({ error: "ORDER.INVALID_STATUS" });
});

test("what an operator's order cannot get is named by the items of the request", async () => {
  const shop = await openShop({ units: 2 });
  const order = (items: object[]) => ({
    params: { storeId: shop.id },
    as: shop.owner,
    body: {
      email: "alan@example.com",
      items,
      market: "eu",
      payment_method_key: "cash",
      shipping_address: BERLIN,
    },
  });
  const { voucher, mug } = shop;
  const short = [
    { ...voucher, price: 0 },
    { ...voucher, price: 0 },
    { ...mug, price: 100, quantity: 3 },
  ];
  expect(await refused(orders.createOrder, order(short))).toMatchObject({
    error: "PRODUCT.INSUFFICIENT_STOCK",
    body: { validationErrors: [{ field: "items[2]" }] },
  });
  const unknown = [
    { ...voucher, price: 0 },
    { ...mug, variant_id: "nothing" },
  ];
  expect(await refused(orders.createOrder, order(unknown))).toMatchObject({
    body: { validationErrors: [{ field: "items[1]" }] },
  });
  const left = await ok(carts.listCarts, { params: { storeId: shop.id }, as: shop.owner });
  expect(left.items).toEqual([]);
});

test("operators who order the last units at once get each once, and no cart without an order", async () => {
  const shop = await openShop({ units: 3 });
  const at = { params: { storeId: shop.id }, as: shop.owner };
  const body = {
    email: "alan@example.com",
    items: [{ ...shop.mug, quantity: 1 }],
    market: "eu",
    payment_method_key: "cash",
    shipping_address: BERLIN,
  };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call(orders.createOrder, { ...at, body })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 201, 201, 400, 400, 400]);
  const { items } = await ok(carts.listCarts, at);
  expect(items.map(({ status }) => status)).toEqual(["converted", "converted", "converted"]);
  const ordered = await ok(orders.listOrders, at);
  const cartIds = ordered.items.map(({ source_cart_id }) => source_cart_id);
  expect(new Set(cartIds)).toEqual(new Set(items.map(({ id }) => id)));
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 0, reserved: 3 });
});

test("an operator orders at a price of their own, and a free order is confirmed at once", async () => {
  const shop = await openShop();
  const body = {
    email: "alan@example.com",
    items: [{ ...shop.voucher, price: 0 }],
    market: "eu",
    payment_method_key: "cash",
  };
  const placed = await ok(orders.createOrder, { params: { storeId: shop.id }, as: shop.owner, body });
  expect(placed).toMatchObject({ status: "completed", total: 0, payment: { type: "free" } });
  const told = await eventTypesOf(shop.id, placed.order_id);
  expect(told.sort()).toEqual(["order.completed", "order.confirmed", "order.created"]);
  const { items: made } = await ok(carts.listCarts, { params: { storeId: shop.id }, as: shop.owner });
  const converted = { status: "converted", converted_order_id: placed.order_id, origin: "admin", version: 1 };
  expect(made).toEqual([expect.objectContaining(converted)]);
  const toldOfCart = await eventTypesOf(shop.id, made[0]?.id ?? "");
  expect(toldOfCart.sort()).toEqual(["cart.converted", "cart.created"]);
  // A worker of the stream indexes words.
  const query = { query: "alan", product_ids: shop.voucher.product_id, statuses: "completed" };
  const find = () => ok(orders.listOrders, { params: { storeId: shop.id }, as: shop.owner, query });
  await eventually(async () => (await find()).items.length > 0, "words of an order");
  const found = await find();
  expect(found.items.map(({ id }) => id)).toEqual([placed.order_id]);
});
