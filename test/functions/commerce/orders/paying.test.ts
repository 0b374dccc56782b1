import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { cartWorkers, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { processDueCart } from "#lib/commerce/carts/due.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { reconcileOrderPayment } from "#lib/commerce/orders/reconcile-payment.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { ok, refused } from "#test/support/client.ts";
import {
  auditStock,
  BY_CARD,
  BY_CASH,
  checkout,
  eventTypesOf,
  holdsOf,
  pay,
  stockOf,
  tryCheckout,
} from "#test/support/orders.ts";
import { decidePayment } from "#test/support/payments.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { connectStripe, decideAtStripe } from "#test/support/stripe.ts";
import { eventually, testContext, workerContext } from "#test/support/world.ts";

const read = (shop: Shop, orderId: string) =>
  ok(orders.getOrder, { params: { storeId: shop.id, orderId }, as: shop.owner });
/** The order as its buyer reads it, by its id and in the list. */
const readByBuyer = async (shop: Shop, orderId: string, as: { token: string }) => {
  const own = await ok(storefrontOrders.getOwnOrder, { params: { storeId: shop.id, orderId }, as });
  const { items } = await ok(storefrontOrders.listOwnOrders, { params: { storeId: shop.id }, as });
  expect(items.find(({ id }) => id === orderId)).toEqual(own);
  return own;
};
const waitForStatus = (shop: Shop, orderId: string, status: string) =>
  eventually(async () => {
    const order = await read(shop, orderId);
    return order.payment_status === status && order;
  }, `${orderId} being ${status}`);

test("an order is confirmed once when its page is paid, however many callbacks come", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop), shop.voucher]);
  const placed = await checkout(shop.id, buyer);
  expect(placed).toMatchObject({ status: "pending", payment_status: "pending" });
  expect(placed.payment_action.type).toBe("redirect");
  const waiting = { status: "pending", payment_status: "pending" };
  expect(await readByBuyer(shop, placed.order_id, buyer.as)).toMatchObject(waiting);
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 2 });
  expect(await holdsOf(shop.id)).toEqual([placed.order_id]);
  await Promise.all([pay(placed.checkoutUrl), pay(placed.checkoutUrl)]);
  const order = await waitForStatus(shop, placed.order_id, "paid");
  expect(order).toMatchObject({ status: "confirmed", payment: { captured: 9900 } });
  expect(order.receipt_number).not.toBeNull();
  expect(order.items.map(({ fulfillment_status }) => fulfillment_status)).toEqual([
    "unfulfilled",
    "unfulfilled",
    "fulfilled",
  ]);
  expect(await holdsOf(shop.id)).toEqual([]);
  const told = (await eventTypesOf(shop.id, order.id)).filter((type) => type !== "order.updated");
  expect(told.sort()).toEqual(["order.confirmed", "order.created", "order.paid"]);
  await auditStock(shop.id, [shop.mug], 10);
  const again = await tryCheckout(shop.id, buyer);
  expect(again).toMatchObject({
    status: 200,
    body: { order_id: order.id, payment_action: { type: "none" } },
  });
  const { cart, as } = buyer;
  const params = { storeId: shop.id, cartId: cart.id };
  expect(await refused(storefrontCarts.clearVisitorCart, { params, as })).toMatchObject({
    error: "ORDER.INVALID_STATUS",
  });
  const mine = await ok(storefrontOrders.listOwnOrders, { params: { storeId: shop.id }, as });
  expect(mine.items.map(({ id }) => id)).toEqual([order.id]);
});

test.for(["CANCELLED", "FAILED"] as const)(
  "an appointment that staff set to %s during payment stays so, and the money is refunded",
  async (end) => {
    const shop = await openShop();
    const placed = await checkout(shop.id, await visitorWithCart(shop, [haircut(shop)]));
    const params = { businessId: shop.id };
    const { items } = await ok(businessReservations.listBusinessReservations, { params, as: shop.owner });
    const at = { params: { ...params, reservationId: items[0]?.id ?? "" }, as: shop.owner };
    // The provider has the money, and no callback has come yet.
    const payment = await paymentFor(shop.id, placed.order_id);
    await decidePayment(shop.id, payment?.id ?? "", "captured");
    await ok(businessReservations.updateBusinessReservation, { ...at, body: { status: end } });
    const order = await waitForStatus(shop, placed.order_id, "refunded");
    expect(order).toMatchObject({ status: "cancelled", payment: { captured: 5000, refunded: 5000 } });
    const after = await ok(businessReservations.getBusinessReservation, at);
    expect(after.statuses.map(({ status }) => status)).toEqual(["CREATED", end]);
  },
);

test("an expired hold reopens the cart, and a declined payment can be retried until then", async () => {
  const shop = await openShop({ units: 2 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop)]);
  const placed = await checkout(shop.id, buyer);
  await pay(placed.checkoutUrl, "decline");
  await waitForStatus(shop, placed.order_id, "failed");
  const retried = await tryCheckout(shop.id, buyer);
  expect(retried).toMatchObject({
    status: 200,
    body: { order_id: placed.order_id, payment_status: "pending" },
  });
  const later = Math.floor(Date.now() / 1000) + 3600;
  const rival = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
  expect(await tryCheckout(shop.id, rival)).toMatchObject({
    status: 400,
    body: { error: "PRODUCT.INSUFFICIENT_STOCK", validationErrors: [{ field: rival.cart.items[0]?.id }] },
  });
  const bought = await checkout(shop.id, rival, BY_CARD, later);
  expect(bought.status).toBe("pending");
  const over = { status: "cancelled", payment_status: "expired" };
  expect(await read(shop, placed.order_id)).toMatchObject(over);
  // A late callback about the payment page, which is still open.
  await reconcileOrderPayment(testContext(), shop.id, placed.order_id);
  const own = { params: { storeId: shop.id, orderId: placed.order_id }, as: buyer.as };
  expect(await ok(storefrontOrders.getOrderPayment, own)).toMatchObject(over);
  expect(await readByBuyer(shop, placed.order_id, buyer.as)).toMatchObject(over);
  const params = { storeId: shop.id, cartId: buyer.cart.id };
  const cart = await ok(storefrontCarts.getVisitorCart, { params, as: buyer.as });
  expect(cart).toMatchObject({ status: "active", converted_order_id: null, item_count: 3 });
  await auditStock(shop.id, [shop.mug], 2);
});

test("an order shows its payment's state to its buyer until all of it is refunded", async () => {
  const shop = await openShop();
  const lines = [{ ...shop.mug, quantity: 2 }, haircut(shop)];
  const [payer, waiting] = [await visitorWithCart(shop, lines), await visitorWithCart(shop, [shop.mug])];
  const of = (orderId: string, as: { token: string }) =>
    ok(storefrontOrders.getOrderPayment, { params: { storeId: shop.id, orderId }, as });
  const late = await checkout(shop.id, waiting);
  await pay(late.checkoutUrl, "delay");
  await waitForStatus(shop, late.order_id, "authorized");
  const authorized = { status: "pending", payment_status: "authorized" };
  expect(await of(late.order_id, waiting.as)).toMatchObject(authorized);
  expect(await readByBuyer(shop, late.order_id, waiting.as)).toMatchObject(authorized);
  const { order_id, checkoutUrl } = await checkout(shop.id, payer);
  const now = () => of(order_id, payer.as);
  await pay(checkoutUrl, "decline");
  await waitForStatus(shop, order_id, "failed");
  const failed = { status: "pending", payment_status: "failed" };
  expect(await now()).toMatchObject(failed);
  expect(await readByBuyer(shop, order_id, payer.as)).toMatchObject(failed);
  await tryCheckout(shop.id, payer);
  await pay((await now()).checkoutUrl);
  const { items } = await waitForStatus(shop, order_id, "paid");
  const named = { params: { storeId: shop.id, orderId: order_id }, as: shop.owner };
  await ok(orders.updateOrder, {
    ...named,
    body: { items: [{ id: items[0]?.id ?? "", cancel_quantity: 1 }] },
  });
  await waitForStatus(shop, order_id, "partially_refunded");
  expect(await now()).toMatchObject({ status: "partially_cancelled", payment_status: "partially_refunded" });
  await ok(orders.refundOrder, { ...named, body: {} });
  await waitForStatus(shop, order_id, "refunded");
  const back = { payment_status: "refunded", payment: { captured: 7400, refunded: 7400 } };
  expect(await now()).toMatchObject(back);
  expect(await readByBuyer(shop, order_id, payer.as)).toMatchObject(back);
});

test("a refund that the provider refuses stays on the order as failed and can be repeated", async () => {
  const shop = await openShop();
  const { desk } = await connectStripe({ businessId: shop.id, owner: shop.owner });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id, checkoutUrl } = await checkout(shop.id, buyer);
  await decideAtStripe(checkoutUrl, "approve");
  await waitForStatus(shop, order_id, "paid");
  const named = { params: { storeId: shop.id, orderId: order_id }, as: shop.owner };
  await desk.waitRefunds();
  expect(await ok(orders.refundOrder, { ...named, body: {} })).toMatchObject({ status: "pending" });
  const refundSeen = async () => (await readByBuyer(shop, order_id, buyer.as)).payment.refunds[0]?.status;
  expect(await refundSeen()).toBe("pending");
  const id = await eventually(async () => (await desk.books()).refunds[0]?.id, "the refund at Stripe");
  await desk.settleRefund(id, "failed");
  const refused = await eventually(async () => {
    const { payment } = await read(shop, order_id);
    return payment.refunds[0]?.status === "failed" && payment;
  }, "a refund that failed");
  expect(refused).toMatchObject({ refunded: 0, refund_pending: 0 });
  expect(await refundSeen()).toBe("failed");
  await desk.waitRefunds(false);
  await ok(orders.refundOrder, { ...named, body: {} });
  await waitForStatus(shop, order_id, "refunded");
});

test("changing a cart cancels its unpaid order and releases what it held", async () => {
  const shop = await openShop({ units: 2 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop)]);
  const placed = await checkout(shop.id, buyer);
  const params = { storeId: shop.id, cartId: buyer.cart.id };
  const [line] = buyer.cart.items;
  const changed = await ok(storefrontCarts.updateVisitorCart, {
    params,
    as: buyer.as,
    body: { items: [{ ...shop.mug, id: line?.id, quantity: 1 }] },
  });
  expect(changed).toMatchObject({ status: "active", item_count: 1 });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 2, reserved: 0 });
  expect(await read(shop, placed.order_id)).toMatchObject({ status: "cancelled", payment_status: "expired" });
  const next = await checkout(shop.id, buyer);
  expect(next.order_id).not.toBe(placed.order_id);
  await auditStock(shop.id, [shop.mug], 2);
});

test("late money revives its order if everything is still available, and is refunded if not", async () => {
  const shop = await openShop({ units: 1 });
  const ctx = (at: number) => workerContext(orderWorkers.processDueOrders, () => at);
  const now = Math.floor(Date.now() / 1000);
  const [one, other] = await Promise.all([1, 2].map(() => visitorWithCart(shop, [shop.mug])));
  if (!one || !other) throw new Error("There is nobody.");
  const first = await checkout(shop.id, one);
  await processDueOrder(ctx(now + 3600), shop.id, first.order_id);
  expect(await read(shop, first.order_id)).toMatchObject({ status: "cancelled", payment_status: "expired" });
  await pay(first.checkoutUrl);
  const back = await waitForStatus(shop, first.order_id, "paid");
  expect(back.status).toBe("confirmed");
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 0, reserved: 1 });
  expect(await tryCheckout(shop.id, other)).toMatchObject({ body: { error: "PRODUCT.INSUFFICIENT_STOCK" } });
});

test("an abandoned cart can be ordered, and an expired one once its late money has come", async () => {
  const shop = await openShop({ units: 2 });
  const now = Math.floor(Date.now() / 1000);
  const [one, other] = await Promise.all([1, 2].map(() => visitorWithCart(shop, [shop.mug])));
  if (!one || !other) throw new Error("There is nobody.");
  const look = (cartId: string, at: number) =>
    processDueCart(
      workerContext(cartWorkers.processDueCarts, () => at),
      shop.id,
      cartId,
    );
  await look(one.cart.id, now + DAY + 60);
  expect((await checkout(shop.id, one, BY_CASH)).status).toBe("confirmed");
  const first = await checkout(shop.id, other);
  await processDueOrder(
    workerContext(orderWorkers.processDueOrders, () => now + 3600),
    shop.id,
    first.order_id,
  );
  await look(other.cart.id, now + 40 * DAY);
  const at = { params: { storeId: shop.id, cartId: other.cart.id }, as: other.as };
  expect((await ok(storefrontCarts.getVisitorCart, at)).status).toBe("expired");
  await pay(first.checkoutUrl);
  expect((await waitForStatus(shop, first.order_id, "paid")).status).toBe("confirmed");
  expect((await ok(storefrontCarts.getVisitorCart, at)).status).toBe("converted");
});

test("late money is refunded automatically if its goods are sold by then", async () => {
  const shop = await openShop({ units: 1 });
  const later = workerContext(orderWorkers.processDueOrders, () => Math.floor(Date.now() / 1000) + 3600);
  const [one, other] = await Promise.all([1, 2].map(() => visitorWithCart(shop, [shop.mug])));
  if (!one || !other) throw new Error("There is nobody.");
  const first = await checkout(shop.id, one);
  await processDueOrder(later, shop.id, first.order_id);
  const second = await checkout(shop.id, other, BY_CASH);
  expect(second.status).toBe("confirmed");
  await pay(first.checkoutUrl);
  const back = await waitForStatus(shop, first.order_id, "refunded");
  expect(back).toMatchObject({ status: "cancelled", payment: { captured: 1200, refunded: 1200 } });
  expect(await eventTypesOf(shop.id, first.order_id)).toContain("order.payment_refused");
  await auditStock(shop.id, [shop.mug], 1);
});
