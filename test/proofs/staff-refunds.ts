import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { type As, call, ok } from "#test/support/client.ts";
import {
  firstPartRemoval,
  nextFreeDay,
  type PaidOrder,
  type PaidOrderOptions,
  type PaidRecord,
  paidOrder,
  paidRequest,
  waitUntilCopied,
} from "./paid-orders.ts";

function orderCase(
  bought: PaidOrderOptions,
  ask: (order: PaidOrder, as: As, more: object) => ReturnType<PaidRecord["ask"]>,
): () => Promise<PaidRecord> {
  return async () => {
    const order = await paidOrder({ ...bought, place: await nextFreeDay() });
    const { shop, captured, back } = order;
    return {
      storeId: shop.id,
      owner: shop.owner,
      captured,
      back,
      done: () => waitUntilCopied(order),
      ask: (as, more) => ask(order, as, more),
    };
  };
}

const updateWith = (body: (order: PaidOrder) => object) => (order: PaidOrder, as: As, more: object) =>
  call(orders.updateOrder, { params: order.params, as, body: { ...body(order), ...more } });

/** Changes an order's appointments through its reservation. */
const updateBookingWith =
  (body: (order: PaidOrder) => Promise<object>) => async (order: PaidOrder, as: As, more: object) =>
    call(businessReservations.updateBusinessReservation, {
      params: { businessId: order.shop.id, reservationId: order.reservationId },
      as,
      body: { ...(await body(order)), ...more },
    });

const requestWithStatus = (status: string) => () =>
  paidRequest(({ reservationId }, as, more) =>
    call(reservations.updateReservation, { params: { reservationId }, as, body: { status, ...more } }),
  );

const refundWith = (bought: PaidOrderOptions, body: (order: PaidOrder) => object) =>
  orderCase(bought, (order, as, more) =>
    call(orders.refundOrder, { params: order.params, as, body: { ...body(order), ...more } }),
  );

async function returnUnits(order: PaidOrder, as: As, more: object) {
  const before = (await order.read()).returns;
  const { returns } =
    before.length > 0
      ? { returns: before }
      : await ok(orders.askReturn, { ...order.at, body: { lines: order.lines } });
  const params = { ...order.params, returnId: returns[0]?.id ?? "" };
  const body = { status: "received", refund: true, ...more };
  return call(orders.decideReturn, { params, as, body });
}

/** Every request by which staff can refund a buyer; `policy` is the part that follows the store's refund policy. */
export const REFUND_REQUESTS: Record<
  string,
  { open: () => Promise<PaidRecord>; policy: "all" | "part" | "nothing" }
> = {
  "an order, cancelled": {
    open: orderCase(
      {},
      updateWith(() => ({ cancel: true })),
    ),
    policy: "all",
  },
  "an order, cancelled with a reason": {
    open: orderCase(
      {},
      updateWith(() => ({ cancel: { reason: "broken" } })),
    ),
    policy: "all",
  },
  "a line of an order": {
    open: orderCase(
      {},
      updateWith(({ mugs }) => ({ items: [{ id: mugs.id, cancel_quantity: 1 }] })),
    ),
    policy: "part",
  },
  "an appointment of an order, as its line": {
    open: orderCase(
      {},
      updateWith(({ cut }) => ({ items: [{ id: cut.id, cancel_quantity: 1 }] })),
    ),
    policy: "part",
  },
  "the appointments of an order, as its reservation": {
    open: orderCase(
      {},
      updateBookingWith(async () => ({ status: "CANCELLED" })),
    ),
    policy: "part",
  },
  "an appointment of an order, as a part of its reservation": {
    open: orderCase({}, updateBookingWith(firstPartRemoval)),
    policy: "part",
  },
  "what was not sent of an order": {
    open: orderCase(
      { sent: true },
      updateWith(() => ({ cancel: true })),
    ),
    policy: "nothing",
  },
  "the appointments of an order of which something was sent": {
    open: orderCase(
      { sent: true },
      updateBookingWith(async () => ({ status: "CANCELLED" })),
    ),
    policy: "nothing",
  },
  "an order that was paid in cash": {
    open: orderCase(
      { by: "cash" },
      updateWith(() => ({ cancel: true })),
    ),
    policy: "all",
  },
  "the appointments of an order that was paid in cash": {
    open: orderCase(
      { by: "cash" },
      updateBookingWith(async () => ({ status: "CANCELLED" })),
    ),
    policy: "part",
  },
  "a refund of an order": { open: refundWith({}, () => ({})), policy: "all" },
  "a refund of an amount": { open: refundWith({}, () => ({ amount: 500 })), policy: "part" },
  "a refund of lines": { open: refundWith({}, ({ lines }) => ({ lines })), policy: "part" },
  "a refund of what was sent": {
    open: refundWith({ sent: true }, () => ({ amount: 500 })),
    policy: "nothing",
  },
  "a refund by the id of an order": {
    open: orderCase({}, ({ shop, params }, as, more) =>
      call(businessPayments.refundPayment, {
        params: { businessId: shop.id },
        as,
        body: { entity: `order:${params.orderId}`, amount: 700, ...more },
      }),
    ),
    policy: "part",
  },
  "a return that is received": { open: orderCase({ sent: true }, returnUnits), policy: "nothing" },
  "a paid request, cancelled": { open: requestWithStatus("CANCELLED"), policy: "all" },
  "a paid request, failed": { open: requestWithStatus("FAILED"), policy: "all" },
  "a refund of a paid request": {
    open: () =>
      paidRequest(({ businessId, reservationId }, as, more) =>
        call(businessPayments.refundPayment, {
          params: { businessId },
          as,
          body: { entity: `reservation:${reservationId}`, amount: 300, ...more },
        }),
      ),
    policy: "part",
  },
};
