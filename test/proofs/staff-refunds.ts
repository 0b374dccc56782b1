import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { type As, call, ok } from "#test/support/client.ts";
import {
  type Bought,
  followed,
  nextPlace,
  type Order,
  type Paid,
  paidOrder,
  paidRequest,
  withoutFirst,
} from "./paid-orders.ts";

function ofOrder(
  bought: Bought,
  ask: (order: Order, as: As, more: object) => ReturnType<Paid["ask"]>,
): () => Promise<Paid> {
  return async () => {
    const order = await paidOrder({ ...bought, place: await nextPlace() });
    const { shop, captured, back } = order;
    return {
      storeId: shop.id,
      owner: shop.owner,
      captured,
      back,
      done: () => followed(order),
      ask: (as, more) => ask(order, as, more),
    };
  };
}

const updating = (body: (order: Order) => object) => (order: Order, as: As, more: object) =>
  call(orders.updateOrder, { params: order.params, as, body: { ...body(order), ...more } });

/** Changes an order's appointments through its reservation. */
const booking = (body: (order: Order) => Promise<object>) => async (order: Order, as: As, more: object) =>
  call(businessReservations.updateBusinessReservation, {
    params: { businessId: order.shop.id, reservationId: order.reservationId },
    as,
    body: { ...(await body(order)), ...more },
  });

const becoming = (status: string) => () =>
  paidRequest(({ reservationId }, as, more) =>
    call(reservations.updateReservation, { params: { reservationId }, as, body: { status, ...more } }),
  );

const refunding = (bought: Bought, body: (order: Order) => object) =>
  ofOrder(bought, (order, as, more) =>
    call(orders.refundOrder, { params: order.params, as, body: { ...body(order), ...more } }),
  );

async function returning(order: Order, as: As, more: object) {
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
export const WAYS: Record<string, { open: () => Promise<Paid>; policy: "all" | "part" | "nothing" }> = {
  "an order, cancelled": {
    open: ofOrder(
      {},
      updating(() => ({ cancel: true })),
    ),
    policy: "all",
  },
  "an order, cancelled with a reason": {
    open: ofOrder(
      {},
      updating(() => ({ cancel: { reason: "broken" } })),
    ),
    policy: "all",
  },
  "a line of an order": {
    open: ofOrder(
      {},
      updating(({ mugs }) => ({ items: [{ id: mugs.id, cancel_quantity: 1 }] })),
    ),
    policy: "part",
  },
  "an appointment of an order, as its line": {
    open: ofOrder(
      {},
      updating(({ cut }) => ({ items: [{ id: cut.id, cancel_quantity: 1 }] })),
    ),
    policy: "part",
  },
  "the appointments of an order, as its reservation": {
    open: ofOrder(
      {},
      booking(async () => ({ status: "CANCELLED" })),
    ),
    policy: "part",
  },
  "an appointment of an order, as a part of its reservation": {
    open: ofOrder({}, booking(withoutFirst)),
    policy: "part",
  },
  "what was not sent of an order": {
    open: ofOrder(
      { sent: true },
      updating(() => ({ cancel: true })),
    ),
    policy: "nothing",
  },
  "the appointments of an order of which something was sent": {
    open: ofOrder(
      { sent: true },
      booking(async () => ({ status: "CANCELLED" })),
    ),
    policy: "nothing",
  },
  "an order that was paid in cash": {
    open: ofOrder(
      { by: "cash" },
      updating(() => ({ cancel: true })),
    ),
    policy: "all",
  },
  "the appointments of an order that was paid in cash": {
    open: ofOrder(
      { by: "cash" },
      booking(async () => ({ status: "CANCELLED" })),
    ),
    policy: "part",
  },
  "a refund of an order": { open: refunding({}, () => ({})), policy: "all" },
  "a refund of an amount": { open: refunding({}, () => ({ amount: 500 })), policy: "part" },
  "a refund of lines": { open: refunding({}, ({ lines }) => ({ lines })), policy: "part" },
  "a refund of what was sent": {
    open: refunding({ sent: true }, () => ({ amount: 500 })),
    policy: "nothing",
  },
  "a refund by the id of an order": {
    open: ofOrder({}, ({ shop, params }, as, more) =>
      call(businessPayments.refundPayment, {
        params: { businessId: shop.id },
        as,
        body: { entity: `order:${params.orderId}`, amount: 700, ...more },
      }),
    ),
    policy: "part",
  },
  "a return that is received": { open: ofOrder({ sent: true }, returning), policy: "nothing" },
  "a paid request, cancelled": { open: becoming("CANCELLED"), policy: "all" },
  "a paid request, failed": { open: becoming("FAILED"), policy: "all" },
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
