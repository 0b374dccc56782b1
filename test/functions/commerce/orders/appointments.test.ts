import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import type { Status } from "#lib/booking/reservations/schema.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { ok } from "#test/support/client.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { checkout, eventTypesOf, pay } from "#test/support/orders.ts";
import { decidePayment } from "#test/support/payments.ts";
import { inParallel } from "#test/support/random.ts";
import { HOUR } from "#test/support/salon.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, workerContext } from "#test/support/world.ts";

async function orderHaircut(shop: Shop, hour: number) {
  const placed = await checkout(shop.id, await visitorWithCart(shop, [haircut(shop, hour)]));
  const order = await orderOf(shop, placed.order_id);
  return { ...placed, reservationId: order.items[0]?.reservation_id ?? "" };
}
type Ordered = Awaited<ReturnType<typeof orderHaircut>>;

const orderOf = (shop: Shop, orderId: string) =>
  ok(orders.getOrder, { params: { storeId: shop.id, orderId }, as: shop.owner });
const at = (shop: Shop, { reservationId }: Ordered) => ({
  params: { businessId: shop.id, reservationId },
  as: shop.owner,
});
const setStatus = (shop: Shop, placed: Ordered, status: Status) =>
  ok(businessReservations.updateBusinessReservation, { ...at(shop, placed), body: { status } });
const waitForStatus = (shop: Shop, placed: Ordered, status: Status) =>
  eventually(async () => {
    const found = await ok(businessReservations.getBusinessReservation, at(shop, placed));
    return found.status === status && found;
  }, `${placed.reservationId} being ${status}`);
const expire = (shop: Shop, { order_id }: Ordered) => {
  const due = workerContext(orderWorkers.processDueOrders, () => Date.now() / 1000 + HOUR);
  return withRetries(() => processDueOrder(due, shop.id, order_id));
};
const cancel = (shop: Shop, { order_id }: Ordered) =>
  ok(orders.updateOrder, {
    params: { storeId: shop.id, orderId: order_id },
    as: shop.owner,
    body: { cancel: true },
  });

async function shopWithApproval(): Promise<Shop> {
  const shop = await openShop();
  const params = { businessId: shop.id, serviceId: shop.service_id };
  await ok(services.updateService, { params, as: shop.owner, body: { isApprovalRequired: true } });
  return shop;
}

/** A status that staff set while the order waits for money, and the one after payment, expiry or cancellation. */
const WAITING: [Status, { paid: [Status, approved: Status]; unpaid: Status; cancelled: Status }][] = [
  ["CREATED", { paid: ["CONFIRMED", "PENDING"], unpaid: "FAILED", cancelled: "CANCELLED" }],
  ["PENDING", { paid: ["CONFIRMED", "PENDING"], unpaid: "FAILED", cancelled: "CANCELLED" }],
  ["AUTHORIZED", { paid: ["CONFIRMED", "PENDING"], unpaid: "FAILED", cancelled: "CANCELLED" }],
  ["CONFIRMED", { paid: ["CONFIRMED", "CONFIRMED"], unpaid: "FAILED", cancelled: "CANCELLED" }],
  ["COMPLETED", { paid: ["COMPLETED", "COMPLETED"], unpaid: "COMPLETED", cancelled: "COMPLETED" }],
  ["NO_SHOW", { paid: ["NO_SHOW", "NO_SHOW"], unpaid: "NO_SHOW", cancelled: "NO_SHOW" }],
];

test("payment, expiry and cancellation of an order keep what staff decided on its appointment", async () => {
  const [shop, strict] = [await openShop(), await shopWithApproval()];
  await inParallel(WAITING.length, 3, async (index) => {
    const waiting = WAITING[index];
    if (!waiting) throw new Error("There is no such status.");
    const [status, { paid, unpaid, cancelled }] = waiting;
    const begin = async (where: Shop, hour: number) => {
      const placed = await orderHaircut(where, 24 * index + hour);
      if (status === "COMPLETED" || status === "NO_SHOW") await setStatus(where, placed, "CONFIRMED");
      if (status !== "CREATED") await setStatus(where, placed, status);
      return placed;
    };
    for (const [where, then] of [
      [shop, paid[0]],
      [strict, paid[1]],
    ] as const) {
      const placed = await begin(where, 0);
      await pay(placed.checkoutUrl);
      await eventually(async () => (await orderOf(where, placed.order_id)).payment_status === "paid", "paid");
      await waitForStatus(where, placed, then);
    }
    const late = await begin(shop, 2);
    await expire(shop, late);
    await waitForStatus(shop, late, unpaid);
    const lost = await begin(shop, 4);
    await cancel(shop, lost);
    await waitForStatus(shop, lost, cancelled);
  });
});

test("late money books an appointment again, or makes it wait for approval", async () => {
  for (const [shop, then] of [
    [await openShop(), "CONFIRMED"],
    [await shopWithApproval(), "PENDING"],
  ] as const) {
    const placed = await orderHaircut(shop, 0);
    await expire(shop, placed);
    await waitForStatus(shop, placed, "FAILED");
    await pay(placed.checkoutUrl);
    await waitForStatus(shop, placed, then);
    expect(await orderOf(shop, placed.order_id)).toMatchObject({ payment_status: "paid" });
  }
});

/** The provider reports that an order was paid, whatever the state of its payment page is. */
async function payLate(shop: Shop, placed: Ordered): Promise<void> {
  const { url, body, headers } = await decidePayment(shop.id, placed.payment.id ?? "", "captured");
  expect((await fetch(url, { method: "POST", body, headers })).status).toBe(200);
  const order = await eventually(async () => {
    const found = await orderOf(shop, placed.order_id);
    return found.payment.captured > 0 && found;
  }, `${placed.order_id} recording its money`);
  expect(order).toMatchObject({ status: "cancelled", payment: { captured: 5000 } });
}

test.each(["before", "after"] as const)(
  "late money of an expired order is refunded (its cancelled appointment is handled %s it)",
  async (order) => {
    const shop = await openShop();
    const placed = await orderHaircut(shop, 0);
    await whileQueueHeld(shop, orderWorkers.followReservation, async () => {
      await setStatus(shop, placed, "CANCELLED");
      await expire(shop, placed);
      const { history } = await orderOf(shop, placed.order_id);
      expect(history.map(({ action }) => action)).toContain("expired");
      if (order === "after") await payLate(shop, placed);
    });
    await waitForWorkers(shop.id);
    if (order === "before") await payLate(shop, placed);
    await eventually(
      async () => (await orderOf(shop, placed.order_id)).payment.refunded === 5000,
      "a refund",
    );
    expect(await orderOf(shop, placed.order_id)).toMatchObject({ status: "cancelled" });
    expect(await eventTypesOf(shop.id, placed.order_id)).toContain("order.payment_refused");
    await waitForStatus(shop, placed, "CANCELLED");
  },
);

test("an appointment that staff cancel during payment stays cancelled and is fully refunded", async () => {
  const shop = await openShop();
  await inParallel(4, 4, async (index) => {
    const placed = await orderHaircut(shop, 2 * index);
    await Promise.all([setStatus(shop, placed, "CANCELLED"), pay(placed.checkoutUrl)]).catch(() => undefined);
    const order = await eventually(async () => {
      const found = await orderOf(shop, placed.order_id);
      const { captured, refunded } = found.payment;
      return found.status === "cancelled" && captured === refunded && found;
    }, `${placed.order_id} being cancelled with its money given back`);
    expect(order.items.map(({ cancelled_quantity }) => cancelled_quantity)).toEqual([1]);
    await waitForStatus(shop, placed, "CANCELLED");
  });
});
