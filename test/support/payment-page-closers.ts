import assert from "node:assert/strict";
import type { Operation } from "#core/http/contract.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orderPages, orders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { followReservation } from "#lib/commerce/orders/cancel.ts";
import { orderPageUrl } from "#lib/commerce/orders/emails.ts";
import { forgetContact } from "#lib/commerce/orders/forget.ts";
import { storedEvents } from "./bookings.ts";
import { ok } from "./client.ts";
import { invokeDirect } from "./direct.ts";
import { whileQueueHeld } from "./hold-queue.ts";
import type { Shop, visitorWithCart } from "./shop.ts";
import { workerContext } from "./world.ts";

/** An order by credit card whose payment page nobody has checked yet. */
export interface PlacedOrder {
  shop: Shop;
  buyer: Awaited<ReturnType<typeof visitorWithCart>>;
  orderId: string;
  paymentId: string;
}

/** An operation or worker that also closes or checks an order's payment page. */
export interface PageCloser {
  name: string;
  /** Id of the operation or worker. */
  id: string;
  run(at: PlacedOrder): Promise<unknown>;
}

function pageCloser(
  operation: Operation,
  requestOf: (at: PlacedOrder) => object | Promise<object>,
  name: string = operation.id,
): PageCloser {
  const run = async (at: PlacedOrder) => {
    const { body, ...request } = { body: undefined, ...(await requestOf(at)) };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status } = await invokeDirect(operation, { ...request, ...json });
    assert.ok(status < 500, `${operation.id} answered ${status}.`);
  };
  return { name, id: operation.id, run };
}

const visitorRequest = ({ shop, buyer }: PlacedOrder, body?: object) => ({
  params: { storeId: shop.id, cartId: buyer.cart.id },
  token: buyer.as.token,
  ...(body ? { body } : {}),
});
const staffRequest = (at: PlacedOrder, body?: object) => ({
  ...visitorRequest(at, body),
  token: at.shop.owner.token,
});
const extraLine = ({ shop }: PlacedOrder) => ({ ...shop.voucher, quantity: 1 });
const firstLine = ({ buyer }: PlacedOrder) => ({ item_id: buyer.cart.items[0]?.id ?? "" });

const orderRequest = ({ shop, orderId }: PlacedOrder, body: object) => ({
  params: { storeId: shop.id, orderId },
  token: shop.owner.token,
  body,
});

/**
 * Holds back the workers that would update orders by themselves, so that a tested operation must announce
 * everything.
 */
export function withoutSubscribers<T>(shop: Shop, run: () => Promise<T>): Promise<T> {
  const { settleOrderFromEvent, followReservation } = orderWorkers;
  return whileQueueHeld(shop, settleOrderFromEvent, () => whileQueueHeld(shop, followReservation, run));
}

/** Operations that change an order's cart. */
export const CART_CHANGES: PageCloser[] = [
  pageCloser(storefrontCarts.updateVisitorCart, (at) => visitorRequest(at, { items: [extraLine(at)] })),
  pageCloser(storefrontCarts.addVisitorCartItem, (at) => visitorRequest(at, extraLine(at))),
  pageCloser(storefrontCarts.removeVisitorCartItem, (at) => visitorRequest(at, firstLine(at))),
  pageCloser(storefrontCarts.clearVisitorCart, (at) => visitorRequest(at)),
  pageCloser(carts.updateCart, (at) => staffRequest(at, { items: [extraLine(at)] })),
  pageCloser(carts.addCartItem, (at) => staffRequest(at, extraLine(at))),
  pageCloser(carts.removeCartItem, (at) => staffRequest(at, firstLine(at))),
  pageCloser(carts.clearCart, (at) => staffRequest(at)),
];

/** The worker that anonymises a deleted buyer's order. */
export const FORGETS_CONTACT: PageCloser = {
  name: orderWorkers.forgetContact.id,
  id: orderWorkers.forgetContact.id,
  run: ({ shop, buyer }) => {
    const deletedEvent = { id: "", type: "contact.deleted", resource: "contact" } as const;
    const message = { ...deletedEvent, tenant_id: shop.id, record_id: buyer.contactId };
    return forgetContact(workerContext(orderWorkers.forgetContact), message as never);
  },
};

/** Runs a change by staff, then the worker that copies it to the order. */
function followWorker(
  name: string,
  change: (at: PlacedOrder, reservationId: string) => Promise<unknown>,
): PageCloser {
  const { id } = orderWorkers.followReservation;
  const run = async (at: PlacedOrder) => {
    const { shop, orderId } = at;
    const params = { storeId: shop.id, orderId };
    const { reservation_ids } = await ok(orders.getOrder, { params, as: shop.owner });
    await change(at, reservation_ids[0] ?? "");
    const message = { tenant_id: shop.id, data: { orderId } };
    await followReservation(workerContext(orderWorkers.followReservation), message as never);
  };
  return { name, id, run };
}

const updateBooking = ({ shop }: PlacedOrder, reservationId: string, body: object) =>
  ok(businessReservations.updateBusinessReservation, {
    params: { businessId: shop.id, reservationId },
    as: shop.owner,
    body,
  });

export const FOLLOWS_CANCELLATION = followWorker("followReservation after staff cancel", (at, id) =>
  updateBooking(at, id, { status: "CANCELLED" }),
);
export const FOLLOWS_PART_REMOVAL = followWorker(
  "followReservation after staff remove a part",
  async (at, id) => {
    const { parts } = await updateBooking(at, id, { status: "PENDING" });
    await updateBooking(at, id, { parts: parts.slice(0, 1) });
  },
);
export const CANCELS_ORDER = pageCloser(
  orders.updateOrder,
  (at) => orderRequest(at, { cancel: true }),
  "updateOrder that cancels",
);
export const CONFIRMS_ORDER = pageCloser(
  orders.updateOrder,
  (at) => orderRequest(at, { confirm: true }),
  "updateOrder that confirms",
);
export const BUYER_CANCELS = pageCloser(orderPages.cancelFromOrderPage, async ({ shop, orderId }) => {
  const link = await orderPageUrl(shop.id, orderId);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { params: { orderToken: link.slice(link.lastIndexOf("/") + 1) }, headers };
});

/** New events of an operation about an order and its parts. */
export async function eventsBy(operation: string, at: PlacedOrder, before: ReadonlySet<string> = new Set()) {
  const { shop, buyer, orderId, paymentId } = at;
  const own = [orderId, paymentId, buyer.cart.id];
  const all = await storedEvents(shop.id);
  return all.filter(({ id, record_id, data, ...event }) => {
    const isOwn = own.includes(record_id) || data.orderId === orderId;
    return event.operation === operation && isOwn && !before.has(id);
  });
}
