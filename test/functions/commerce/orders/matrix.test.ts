import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { endUnpaidOrder } from "#lib/commerce/orders/holds.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { call, ok } from "#test/support/client.ts";
import { auditStock, BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { inParallel } from "#test/support/random.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, testContext } from "#test/support/world.ts";

const STATES = ["pending", "owed", "paid", "partly cancelled", "cancelled", "expired", "completed"] as const;
const ACTIONS = ["confirm", "cancel", "cancel a line", "mark paid", "fulfil", "refund", "correct"] as const;
type State = (typeof STATES)[number];
type Action = (typeof ACTIONS)[number];

const INVALID = "ORDER.INVALID_STATUS";
/** The statuses of order and payment after each action in each state, or the refusal. */
const RESULTS: Record<State, Record<Action, string>> = {
  pending: {
    confirm: "confirmed unpaid",
    cancel: "cancelled expired",
    "cancel a line": INVALID,
    "mark paid": INVALID,
    fulfil: INVALID,
    refund: INVALID,
    correct: "pending pending",
  },
  owed: {
    confirm: "confirmed unpaid",
    cancel: "cancelled unpaid",
    "cancel a line": "partially_cancelled unpaid",
    "mark paid": "confirmed paid",
    fulfil: "confirmed unpaid",
    refund: INVALID,
    correct: "confirmed unpaid",
  },
  paid: {
    confirm: "confirmed paid",
    cancel: "cancelled refunded",
    "cancel a line": "partially_cancelled partially_refunded",
    "mark paid": "confirmed paid",
    fulfil: "completed paid",
    refund: "cancelled refunded",
    correct: "confirmed paid",
  },
  "partly cancelled": {
    confirm: "partially_cancelled unpaid",
    cancel: "cancelled unpaid",
    "cancel a line": "partially_cancelled unpaid",
    "mark paid": "partially_cancelled paid",
    fulfil: "partially_cancelled unpaid",
    refund: INVALID,
    correct: "partially_cancelled unpaid",
  },
  cancelled: {
    confirm: INVALID,
    cancel: "cancelled unpaid",
    "cancel a line": "cancelled unpaid",
    "mark paid": INVALID,
    fulfil: INVALID,
    refund: INVALID,
    correct: "cancelled unpaid",
  },
  expired: {
    confirm: INVALID,
    cancel: "cancelled expired",
    "cancel a line": "cancelled expired",
    "mark paid": INVALID,
    fulfil: INVALID,
    refund: INVALID,
    correct: "cancelled expired",
  },
  completed: {
    confirm: INVALID,
    cancel: INVALID,
    "cancel a line": "GENERAL.VALIDATION_FAILED",
    "mark paid": "completed paid",
    fulfil: INVALID,
    refund: "completed refunded",
    correct: INVALID,
  },
};

test("every action on every order status ends as the rules say, and stock matches the orders", async () => {
  const shop = await openShop({ units: 500 });
  const pairs = STATES.flatMap((state) => ACTIONS.map((action) => ({ state, action })));
  const ends = await inParallel(pairs.length, 12, async (index) => {
    const { state, action } = pairs[index] ?? { state: "pending", action: "confirm" };
    const order = await orderIn(shop, state);
    const refusal = await act(shop, order, action);
    const expected = RESULTS[state][action];
    if (refusal) return [state, action, refusal];
    const end = await eventually(async () => {
      const found = await read(shop, order.id);
      const said = `${found.status} ${found.payment_status}`;
      return (said === expected || found.payment.refund_pending === 0) && said;
    }, `${state}, ${action}`);
    return [state, action, end];
  });
  expect(ends).toEqual(pairs.map(({ state, action }) => [state, action, RESULTS[state][action]]));
  await auditStock(shop.id, [shop.mug], 500);
});

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });
const read = (shop: Shop, orderId: string): Promise<OrderView> => ok(orders.getOrder, at(shop, orderId));
const update = (shop: Shop, orderId: string, body: object) =>
  ok(orders.updateOrder, { ...at(shop, orderId), body });

async function orderIn(shop: Shop, state: State): Promise<OrderView> {
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }]);
  const byCard = state === "pending" || state === "expired" || state === "paid" || state === "completed";
  const placed = await checkout(shop.id, buyer, byCard ? BY_CARD : BY_CASH);
  const { order_id } = placed;
  if (state === "paid" || state === "completed") {
    await pay(placed.checkoutUrl);
    await eventually(async () => (await read(shop, order_id)).payment_status === "paid", "it being paid");
  }
  if (state === "expired") {
    const later = Math.floor(Date.now() / 1000) + 3600;
    await endUnpaidOrder(testContext({ clock: () => later }), shop.id, order_id, "hold expired");
  }
  if (state === "cancelled") await update(shop, order_id, { cancel: true });
  const order = await read(shop, order_id);
  const id = order.items[0]?.id ?? "";
  if (state === "partly cancelled") await update(shop, order_id, { items: [{ id, cancel_quantity: 1 }] });
  if (state === "completed")
    await ok(orders.fulfilOrder, {
      ...at(shop, order_id),
      body: { lines: [{ order_item_id: id, quantity: 2 }] },
    });
  return read(shop, order_id);
}

async function act(shop: Shop, { id, items }: OrderView, action: Action): Promise<string | undefined> {
  const [item] = items;
  const itemId = item?.id ?? "";
  const open = (item?.quantity ?? 0) - (item?.cancelled_quantity ?? 0);
  const bodies: Record<Exclude<Action, "fulfil" | "refund">, object> = {
    confirm: { confirm: true },
    cancel: { cancel: true },
    "cancel a line": { items: [{ id: itemId, cancel_quantity: Math.max(1, item?.cancelled_quantity ?? 0) }] },
    "mark paid": { paid: true },
    correct: {
      shipping_address: { name: "Alan", street1: "A 1", city: "Bonn", postal_code: "53111", country: "DE" },
    },
  };
  const lines = [{ order_item_id: itemId, quantity: Math.max(1, open) }];
  const reply =
    action === "fulfil"
      ? await call(orders.fulfilOrder, { ...at(shop, id), body: { lines } })
      : action === "refund"
        ? await call(orders.refundOrder, {
            ...at(shop, id),
            body: { lines: [{ order_item_id: itemId, quantity: 2 }] },
          })
        : await call(orders.updateOrder, { ...at(shop, id), body: bodies[action] });
  return "error" in reply.body ? reply.body.error : undefined;
}
