import { expect, test } from "vitest";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { DAY } from "#core/seconds.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { cashEntry, type EntryDraft, type PaymentChange } from "#lib/commerce/orders/books.ts";
import { dueOf, orderLife } from "#lib/commerce/orders/lifecycle.ts";
import type { LifecycleEvent, OrderSnapshot } from "#lib/commerce/orders/lifecycle-events.ts";
import { Order, type OrderItem, type Shipment } from "#lib/commerce/orders/schema.ts";
import { addEntries, historyEntry, withStatuses } from "#lib/commerce/orders/statuses.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";
import { testContext } from "#test/support/world.ts";

const NOW = 1_790_000_000;
const by = testContext({ now: () => NOW });

/** A line of mugs at 12.00, some of them sent or cancelled. */
function mugs(quantity: number, more: Partial<OrderItem> = {}): OrderItem {
  const { fulfilled_quantity: sent = 0, cancelled_quantity: gone = 0 } = more;
  const held = { product_id: "p", variant_id: "v", location_id: "l", quantity, counted: true };
  const total = 1200 * quantity;
  return {
    ...{ id: "i1", line_id: "l1", type: "product", product_id: "p", variant_id: "v", location_id: "l" },
    ...{ service_id: null, provider_id: null, reservation_id: null, part_id: null, from: null, to: null },
    ...{ quantity, cancelled_quantity: 0, fulfilled_quantity: 0, returned_quantity: 0 },
    ...{ refunded_quantity: 0, unpaid_quantity: 0, fulfillment_status: "unfulfilled" },
    allocations: [{ ...held, reserved: quantity - sent - gone }],
    snapshot: {
      ...{ key: "mug", name: "Mug", sku: null, image: null, attributes: [] },
      ...{ requires_shipping: true, weight: null, price: 1200 },
    },
    status: { status: "confirmed", expires_at: null, reason: null },
    money: { unit_price: 1200, subtotal: total, discount: 0, tax: 0, total },
    ...more,
  };
}

const [unshipped] = [mugs(1, { allocations: [] })].map((each) => ({
  ...each,
  snapshot: { ...each.snapshot, requires_shipping: false },
}));
const voucher = unshipped ?? mugs(1);
const haircut = mugs(1, { type: "service", part_id: "part_1", allocations: [] });

const parcel: Shipment = {
  ...{ id: "shp_1", order_id: "order_1", location_id: "l", rate_id: null, carrier: null, service: null },
  ...{ tracking_number: null, tracking_url: null, label_url: null, status: "in_transit", label_status: null },
  ...{ lines: [{ order_item_id: "i1", quantity: 1 }], created_at: NOW, updated_at: NOW },
};

const blank = Order.parse({
  ...{ id: "order_1", number: "100001", store_id: "store_1", contact_id: null, account_id: null },
  ...{ source_cart_id: null, email: null, status: "pending", payment_status: "unpaid" },
  ...{
    fulfillment_status: "unfulfilled",
    items: [],
    shipping_lines: [],
    forms: [],
    shipments: [],
    returns: [],
  },
  payment: {
    ...{ id: "pay_1", type: "credit_card", method_key: "card", provider: "sandbox", status: "pending" },
    ...{ amount: 0, currency: "EUR", promo_code: null },
  },
  ...{ shipping_address: null, billing_address: null, history: [], reservation_ids: [], market: "eu" },
  ...{ tax_inclusive: true, currency: "EUR", subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 },
  ...{ promo_code: null, receipt_number: null, hold_ends_at: NOW, return_url: null, cancel_url: null },
  ...{ language: "en", created_at: NOW, updated_at: NOW },
});

const page = { id: "pay_1", attempt: 1, captured_attempt: 1, returns: [] };
const fresh: Stored<Payment> = {
  [VERSION]: 1,
  ...{ tenant_id: "store_1", reference: "order_1", provider: "sandbox", credential_id: null },
  ...{ status: "pending", currency: "EUR", amount: 100_000, captured: 0, refunded: 0, refund_pending: 0 },
  ...{ desk_refunded: 0, desk_pending: 0, captured_at: null, takings: [], test: false, expires_at: NOW },
  ...{ created_at: NOW, updated_at: NOW },
  ...page,
};
const captured: Stored<Payment> = {
  ...fresh,
  // Stripe takes amounts in KWD only with a zero as the last decimal.
  ...{ provider: "stripe", currency: "KWD" },
  ...{ status: "captured", captured: 100_000, takings: [{ attempt: 1, amount: 100_000 }] },
};

const paidByCard = (amount: number): EntryDraft => ({
  kind: "paid",
  source: "pay_1-1",
  amount,
  refund_id: null,
});
const terms = (type: "cash" | "credit_card", status = "none") => ({ ...blank.payment, type, status });

function snapshot(items: OrderItem[], more: Partial<Order> = {}, payment = fresh): OrderSnapshot {
  const total = items.reduce((sum, { money }) => sum + money.total, 0);
  const order = withStatuses({ ...blank, items, total, ...more });
  return { order: { ...order, [VERSION]: 1 }, payment, reservation: undefined };
}

const paidInCash = (amount: number) => ({
  payment: terms("cash"),
  entries: addEntries(by, blank, [cashEntry(amount)]),
});
const owed = { payment: terms("cash") };
const card = { payment: terms("credit_card") };
const byCard = (amount: number) => ({ ...card, entries: addEntries(by, blank, [paidByCard(amount)]) });
const oneCancelled = { cancelled_quantity: 1, unpaid_quantity: 1 };

/** Confirmed orders with or without cancelled units. */
function openOrders(status: "confirmed" | "partially_cancelled"): OrderSnapshot[] {
  const isPart = status === "partially_cancelled";
  const of = (units: number, sent: number, more: Partial<Order>) => {
    const some = isPart ? mugs(units + 1, { ...oneCancelled, fulfilled_quantity: sent }) : undefined;
    return snapshot([some ?? mugs(units, { fulfilled_quantity: sent })], { status, ...more }, captured);
  };
  const kept = isPart ? [haircut, mugs(1, { id: "i2", ...oneCancelled })] : [haircut];
  const paidWith = (amount: number) => ({ status, ...paidInCash(amount) });
  return [
    ...[
      of(2, 0, owed),
      of(2, 2, owed),
      of(2, 0, card),
      of(2, 0, paidInCash(2400)),
      of(2, 1, paidInCash(2400)),
      of(2, 0, byCard(2400)),
    ],
    snapshot(kept, paidWith(1200), captured),
  ];
}

const endedBy = (action: string) => ({
  status: "cancelled" as const,
  history: [historyEntry(by, action)],
  ...card,
});
const all = { cancelled_quantity: 1 };
const SNAPSHOTS: Record<Order["status"], OrderSnapshot[]> = {
  pending: [
    ...[NOW, NOW + 60].map((hold_ends_at) => snapshot([mugs(2)], { hold_ends_at })),
    snapshot([voucher]),
    snapshot([mugs(2)], {}, { ...fresh, status: "authorized" }),
  ],
  confirmed: openOrders("confirmed"),
  partially_cancelled: openOrders("partially_cancelled"),
  cancelled: [
    ...[mugs(1, all), { ...voucher, ...all }].map((item) => snapshot([item], endedBy("expired"), captured)),
    snapshot([mugs(1, all)], endedBy("cancelled"), captured),
    snapshot([mugs(1, all)], { ...endedBy("cancelled"), ...paidInCash(1200) }, captured),
    snapshot([mugs(1, all)], { ...endedBy("cancelled"), ...byCard(1200) }, captured),
  ],
  completed: [
    ...[{}, oneCancelled, { returned_quantity: 1 }].map((more) => {
      const sent = mugs("cancelled_quantity" in more ? 2 : 1, { fulfilled_quantity: 1, ...more });
      return snapshot([sent], { status: "completed", shipments: [parcel], ...paidInCash(1200) }, captured);
    }),
    snapshot([mugs(1, { fulfilled_quantity: 1 })], { status: "completed", ...card }, captured),
    snapshot([mugs(1, { fulfilled_quantity: 1 })], { status: "completed", ...byCard(1200) }, captured),
  ],
};

const news: PaymentChange = { kind: "money", attempt: 1, id: null, drafts: [paidByCard(100_000)] };
const part = { id: "part_1", startTime: NOW, endTime: NOW, providerId: "prv_1" };
const reservation = (status: string) => ({ status, parts: [part] }) as unknown as Stored<Reservation>;
const units = (quantity: number) => [{ order_item_id: "i1", quantity }];
const again = (item: OrderItem) => ({ items: [item], times: [] });
const paid = { type: "payment received", by, times: [], payment: captured, news, receipt: "100002" } as const;
const cancel = { type: "cancelled", by, reason: null, goes: "all" } as const;

const EVENTS: LifecycleEvent[] = [
  { type: "payment authorized", by, times: [], payment: { ...fresh, status: "authorized" } },
  { type: "payment checked", by },
  { type: "payment declined", by, payment: { ...fresh, status: "failed" } },
  {
    ...{ type: "payment page renewed", by, times: [] },
    page: { status: "pending", until: NOW + 900, return_url: null, cancel_url: null },
  },
  { type: "hold expired", by },
  { type: "returned to cart", by },
  { type: "payment failed", why: "payment_failed", by },
  { type: "confirmed by staff", by, times: [] },
  ...[undefined, again(mugs(1)), again(voucher)].map((each) => ({ ...paid, again: each })),
  { type: "cash received", by, receipt: "100002" },
  ...[undefined, new Map([["i1", 1]])].map((wanted) => ({ ...cancel, units: wanted })),
  ...[
    { amount: 1 },
    { amount: 10_000_000 },
    {},
    { lines: units(1) },
    { lines: units(2) },
    { lines: units(99) },
  ].map((asked) => ({ type: "refund requested", asked, by }) as const),
  {
    ...{ type: "refund reported", by, payment: captured },
    news: { ...news, kind: "refund", id: "ref_1", drafts: [{ ...paidByCard(1), kind: "refund_given" }] },
  },
  ...[1, 2, 3].map(
    (each) => ({ type: "parcel sent", by, lines: units(each), parcel, bySelf: true }) as const,
  ),
  { type: "parcel returned", by, parcel, why: "label_given_back" },
  ...["CONFIRMED", "COMPLETED"].map(
    (status) => ({ type: "appointments changed", by, reservation: reservation(status) }) as const,
  ),
];

test("every transition of an order has the outcome that its table declares", () => {
  expect(
    wrongTransitions(orderLife, {
      snapshots: (state) => SNAPSHOTS[state as Order["status"]],
      events: EVENTS,
    }),
  ).toEqual([]);
});

test("the holds of an order and its due time follow from its state", () => {
  const [waiting] = SNAPSHOTS.pending;
  if (!waiting) throw new Error("There is no pending snapshot.");
  const seen = (order: Stored<Order>) => [
    order.hold_ends_at,
    dueOf(order),
    ...order.items.map(({ status }) => status.expires_at),
  ];
  expect(seen(waiting.order)).toEqual([NOW, NOW, NOW]);
  const after = (...events: LifecycleEvent["type"][]) =>
    events.reduce((order, type) => {
      const event = EVENTS.find((each) => each.type === type);
      if (!event) throw new Error(type);
      return orderLife.transition({ ...waiting, order }, event).record;
    }, waiting.order);
  expect(seen(after("payment page renewed"))).toEqual([NOW + 900, NOW + 900, NOW + 900]);
  expect(seen(after("payment authorized"))).toEqual([null, NOW + DAY, null]);
  for (const type of ["hold expired", "confirmed by staff", "payment received", "cancelled"] as const)
    expect(seen(after(type))).toEqual([null, null, null]);
  const counted = { ...after("confirmed by staff"), cash_holds: [{ name: "mailbox", units: 1 }] };
  expect(dueOf(counted)).toBe(NOW + 30 * DAY);
});

test("an expired order releases its holds and its code, and reopens its cart", () => {
  const [waiting] = SNAPSHOTS.pending;
  if (!waiting) throw new Error("There is no pending snapshot.");
  expect(orderLife.transition(waiting, { type: "hold expired", by })).toMatchObject({
    record: { status: "cancelled", payment_status: "expired" },
    moves: [{ available: 2, reserved: -2 }],
    frees: { all: "FAILED" },
    cart: "order failed",
    givesCodeBack: true,
  });
  const { record, moves } = orderLife.transition(waiting, { ...cancel, units: undefined });
  expect([record.history.at(-1)?.action, moves]).toMatchObject(["cancelled", [{ available: 2 }]]);
});
