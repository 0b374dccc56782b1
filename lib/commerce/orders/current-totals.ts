import { scale } from "#lib/money/money/pricing.ts";
import { worthOfUnits } from "./books.ts";
import { amountDueAfter, type OwingOrder } from "./statuses.ts";
import type { BuyerOrder } from "./view-schema.ts";

type OrderForTotals = Omit<OwingOrder, "items"> &
  Pick<BuyerOrder, "items" | "shipping_lines"> & {
    payment: Pick<BuyerOrder["payment"], "captured" | "refunded" | "refund_pending">;
  };
type Item = BuyerOrder["items"][number];

/** Units of an item and their price. */
export interface PricedUnits {
  item: Item;
  quantity: number;
  amount: number;
}

/** The current totals of an order; the stored totals are those from when it was placed. */
interface CurrentTotals {
  lines: PricedUnits[];
  /** Units that were cancelled without a refund, so the store keeps their money. */
  kept: PricedUnits[];
  /** Cancelled units that are no longer charged. */
  gone: PricedUnits[];
  shipping: BuyerOrder["shipping_lines"];
  shippingGone: BuyerOrder["shipping_lines"];
  discount: number;
  tax: number;
  total: number;
  paid: number;
  /** Sum of the refunds that succeeded or are pending. */
  back: number;
  owed: number;
}

export function currentTotals(order: OrderForTotals): CurrentTotals {
  const { items, shipping_lines, payment, total } = order;
  const units = items.map((item) => ({ item, off: unchargedUnits(item, payment.captured > 0) }));
  const gone = units.map((each) => pricedUnits(each.item, 0, each.off));
  const kept = units.map((each) => pricedUnits(each.item, each.off, each.item.cancelled_quantity));
  const lines = units.map(({ item }) => pricedUnits(item, item.cancelled_quantity, item.quantity));
  const back = payment.refunded + payment.refund_pending;
  const isCharged = order.status !== "cancelled" || isShippingKept(order, sumOf(kept));
  const shipping = isCharged ? shipping_lines : [];
  const left = (of: "tax" | "discount") =>
    units.reduce(
      (sum, { item, off }) => sum + item.money[of] - scale(item.money[of], off, item.quantity),
      0,
    ) + shipping.reduce((sum, each) => sum + each[of], 0);
  const shippingGone = isCharged ? [] : shipping_lines;
  const less = sumOf(gone) + shippingGone.reduce((sum, each) => sum + each.total, 0);
  return {
    lines: lines.filter(hasUnits),
    kept: kept.filter(hasUnits),
    gone: gone.filter(hasUnits),
    shipping,
    shippingGone,
    discount: left("discount"),
    tax: left("tax"),
    total: total - less,
    paid: payment.captured,
    back,
    owed: amountDueAfter(order, payment.captured),
  };
}

/** Cancelled units that are no longer charged: never paid for, or refunded. */
function unchargedUnits(item: Item, isPaid: boolean): number {
  const { cancelled_quantity: cancelled, unpaid_quantity, refunded_quantity } = item;
  return isPaid ? Math.min(cancelled, unpaid_quantity + refunded_quantity) : cancelled;
}

/** The price of a range of units, with the cumulative rounding of refunds. */
function pricedUnits(item: Item, from: number, to: number): PricedUnits {
  return { item, quantity: to - from, amount: worthOfUnits(item, to) - worthOfUnits(item, from) };
}

/** Whether the store keeps the shipping price of a cancelled order. */
function isShippingKept({ payment, shipping_lines }: OrderForTotals, kept: number): boolean {
  const { captured, refunded, refund_pending } = payment;
  const shipping = shipping_lines.reduce((sum, { total }) => sum + total, 0);
  return captured > 0 && captured - refunded - refund_pending - kept >= shipping;
}

function sumOf(lines: readonly PricedUnits[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

function hasUnits({ quantity }: PricedUnits): boolean {
  return quantity > 0;
}
