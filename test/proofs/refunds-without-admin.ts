import assert from "node:assert/strict";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { type As, call } from "#test/support/client.ts";
import { inParallel, type Random, randomFrom } from "#test/support/random.ts";
import { member } from "#test/support/world.ts";
import { firstPartRemoval, nextFreeDay, type PaidOrder, paidOrder, waitUntilCopied } from "./paid-orders.ts";

type OrderAct = (order: PaidOrder, as: As, random: Random) => Promise<{ status: number }>;

const ACTS_PER_ORDER = 8;

const updateOrder = ({ params }: PaidOrder, as: As, body: object) =>
  call(orders.updateOrder, { params, as, body });
const updateBooking = ({ shop, reservationId }: PaidOrder, as: As, body: object) =>
  call(businessReservations.updateBusinessReservation, {
    params: { businessId: shop.id, reservationId },
    as,
    body,
  });

/** What a caller with WRITE can do with an order and its appointments without `refund: "policy"`. */
const ORDER_ACTS: readonly OrderAct[] = [
  (order, as) => updateOrder(order, as, { cancel: true }),
  (order, as, random) => {
    const items = [{ id: random.pick([order.mugs, order.cut]).id, cancel_quantity: 1 + random.int(2) }];
    return updateOrder(order, as, { items, confirm: random.chance(0.3), paid: random.chance(0.3) });
  },
  (order, as) => updateOrder(order, as, { paid: true }),
  (order, as) => updateOrder(order, as, { paid: true, cancel: { reason: "both" } }),
  (order, as, random) =>
    updateBooking(order, as, { status: random.pick(["CANCELLED", "FAILED", "NO_SHOW", "COMPLETED"]) }),
  async (order, as) => updateBooking(order, as, await firstPartRemoval(order)),
  ({ params, lines }, as) => call(orders.fulfilOrder, { params, as, body: { lines } }),
  ({ params, lines }, as) => call(orders.askReturn, { params, as, body: { lines } }),
  async ({ params, read }, as, random) => {
    const { returns } = await read();
    const returnId = returns.at(-1)?.id ?? "ret_none";
    const body = { status: "received", refund: random.chance(0.8), restock: random.chance(0.5) };
    return call(orders.decideReturn, { params: { ...params, returnId }, as, body });
  },
  ({ params, lines }, as, random) =>
    call(orders.refundOrder, {
      params,
      as,
      body: random.pick([{}, { amount: 100 }, { lines }, { shipping: true }]),
    }),
  ({ params, shop }, as) =>
    call(businessPayments.refundPayment, {
      params: { businessId: shop.id },
      as,
      body: { entity: params.orderId, amount: 100 },
    }),
];

/**
 * Lets a member with WRITE act on orders at random, sometimes twice at once: no money is ever refunded or about to be.
 *
 * @returns acts that were done, and acts that were refused as they need ADMIN
 */
export async function proveNoRefundWithoutAdmin(
  random: Random,
  runs: number,
): Promise<{ done: number; refused: number }> {
  const count = { done: 0, refused: 0 };
  const seeds = Array.from({ length: runs }, () => random.int(2 ** 31));
  await inParallel(runs, 4, async (run) => {
    const own = randomFrom(seeds[run] ?? 0);
    const bought = own.pick([{}, { by: "cash" as const }, { by: "cash" as const, owed: true }]);
    const order = await paidOrder({ ...bought, place: await nextFreeDay() });
    const as = await member(order.shop.id, "member");
    const act = async () => {
      const { status } = await own.pick(ORDER_ACTS)(order, as, own);
      if (status === 200) count.done++;
      if (status === 403) count.refused++;
    };
    for (let step = 0; step < ACTS_PER_ORDER; step++)
      await Promise.all(own.chance(0.4) ? [act(), act()] : [act()]);
    await waitUntilCopied(order);
    assert.equal(await order.back(), 0, `run ${run} gave back money of ${order.params.orderId}`);
  });
  return count;
}
