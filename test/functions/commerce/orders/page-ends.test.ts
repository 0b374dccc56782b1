import { expect, test } from "vitest";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import {
  BUYER_CANCELS,
  CANCELS_ORDER,
  CART_CHANGES,
  CONFIRMS_ORDER,
  eventsBy,
  FORGETS_CONTACT,
  type PageCloser,
  type PlacedOrder,
  withoutSubscribers,
} from "#test/support/payment-page-closers.ts";
import { decidePayment, refundAtSandbox } from "#test/support/payments.ts";
import { HOUR } from "#test/support/salon.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";

/** States of a payment page that no worker has processed yet, with the events that closing it announces. */
const PAGE_STATES = {
  open: {
    items: (shop: Shop, hour: number) => [{ ...shop.mug, quantity: 1 }, haircut(shop, hour)],
    announced: ["payment.failed", "order.cancelled", "reservation.updated", "cart.updated"],
  },
  "under way": {
    items: (shop: Shop, hour: number) => [haircut(shop, hour)],
    announced: ["payment.authorized", "order.updated", "reservation.updated"],
  },
  paid: {
    items: (shop: Shop, hour: number) => [haircut(shop, hour)],
    announced: ["payment.captured", "order.confirmed", "order.paid", "reservation.confirmed"],
  },
  "paid and given back": {
    items: ({ voucher }: Shop) => [{ ...voucher, quantity: 1 }],
    announced: [
      ...["payment.captured", "payment.refunded", "order.confirmed", "order.paid"],
      ...["order.completed", "order.refunded"],
    ],
  },
} as const;
type PageState = keyof typeof PAGE_STATES;

const AFTER_HOLD = Math.floor(Date.now() / 1000) + HOUR;

let hours = 0;

/** A card order whose payment page has this state. */
async function orderInState(shop: Shop, state: PageState): Promise<PlacedOrder> {
  const hour = hours++ % 8;
  const day = Math.floor((hours - 1) / 8);
  const items = PAGE_STATES[state].items(shop, hour + 24 * day);
  const buyer = await visitorWithCart(shop, items);
  const { order_id, payment } = await checkout(shop.id, buyer);
  const paymentId = payment.id ?? "";
  if (state === "under way") await decidePayment(shop.id, paymentId, "authorized");
  if (state.startsWith("paid")) await decidePayment(shop.id, paymentId, "captured");
  if (state === "paid and given back") await refundAtSandbox(shop.id, paymentId, order_id);
  return { shop, buyer, orderId: order_id, paymentId };
}

/** Events that one operation announces in addition, or does not announce. */
interface EventChanges {
  also?: Partial<Record<PageState, readonly string[]>>;
  without?: Partial<Record<PageState, readonly string[]>>;
}
interface CloserCase extends PageCloser, EventChanges {}

/** For operations that cancel the order, unlike those that change its cart. */
const CANCELLED: EventChanges = {
  also: {
    open: ["reservation.cancelled"],
    "under way": ["order.cancelled", "reservation.cancelled"],
    paid: ["order.cancelled", "reservation.cancelled"],
  },
  without: { open: ["cart.updated", "reservation.updated"] },
};

const CLOSER_CASES: CloserCase[] = [
  ...CART_CHANGES,
  {
    ...FORGETS_CONTACT,
    also: {
      open: ["order.updated"],
      paid: ["order.updated", "reservation.updated"],
      "paid and given back": ["order.updated"],
    },
  },
  { ...CANCELS_ORDER, ...CANCELLED },
  {
    ...CONFIRMS_ORDER,
    also: { open: ["order.confirmed", "reservation.confirmed"] },
    without: { open: ["order.cancelled", "cart.updated", "reservation.updated"] },
  },
  { ...BUYER_CANCELS, ...CANCELLED },
];

async function checkEvents(
  shop: Shop,
  { id, run, also, without }: CloserCase,
  state: PageState,
): Promise<void> {
  const usual = PAGE_STATES[state].announced.filter((type) => !without?.[state]?.includes(type));
  const announced = [...new Set([...usual, ...(also?.[state] ?? [])])].sort();
  const at = await orderInState(shop, state);
  const before = new Set((await eventsBy(id, at)).map((event) => event.id));
  await withoutSubscribers(shop, () => run(at));
  const found = new Set((await eventsBy(id, at, before)).map(({ type }) => type));
  expect([...found].sort()).toEqual(announced);
}

test.for(CLOSER_CASES)("$name announces everything that happened to an order's page", async (closer) => {
  const shop = await openShop({ units: 50 });
  for (const state of Object.keys(PAGE_STATES) as PageState[]) await checkEvents(shop, closer, state);
});

test.for([CANCELS_ORDER, CONFIRMS_ORDER, BUYER_CANCELS])(
  "$name announces that the cart of an order that was paid too late is open again",
  async ({ id, run }) => {
    const shop = await openShop();
    const at = await orderInState(shop, "paid");
    const { service_id, provider_id, slots } = at.buyer.cart.items[0] ?? {};
    const other = await visitorWithCart(shop, [{ service_id, provider_id, slots }]);
    await checkout(shop.id, other, BY_CASH, AFTER_HOLD);
    await withoutSubscribers(shop, () => run(at));
    const types = (await eventsBy(id, at)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["cart.updated", "order.payment_refused"]));
  },
);
