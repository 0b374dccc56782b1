import { scale } from "#lib/money/money/pricing.ts";
import { worthOfUnits } from "./books.ts";
import { amountDueAfter, type OwingOrder } from "./statuses.ts";
import type { BuyerOrder } from "./view-schema.ts";

type Told = Omit<OwingOrder, "items"> &
  Pick<BuyerOrder, "items" | "shipping_lines"> & {
    payment: Pick<BuyerOrder["payment"], "captured" | "refunded" | "refund_pending">;
  };
type Item = BuyerOrder["items"][number];

/** Units of an item, and what they come to. */
export interface RemainingLine {
  item: Item;
  quantity: number;
  amount: number;
}

/** What an order comes to as it stands now. Its own sums are those of the day on which it was placed. */
interface Standing {
  lines: RemainingLine[];
  /** Cancelled, and paid for all the same: its money stays with the store. */
  kept: RemainingLine[];
  /** Cancelled, so that it counts no more. */
  gone: RemainingLine[];
  shipping: BuyerOrder["shipping_lines"];
  shippingGone: BuyerOrder["shipping_lines"];
  discount: number;
  tax: number;
  total: number;
  paid: number;
  /** What went back, and what is on its way back. */
  back: number;
  owed: number;
}

/** What is left of an order's lines, tax and total, what of it is paid, and what is still to be paid. */
export function currentTotals(order: Told): Standing {
  const { items, shipping_lines, payment, total } = order;
  const units = items.map((item) => ({ item, off: unitsOff(item, payment.captured > 0) }));
  const gone = units.map((each) => line(each.item, 0, each.off));
  const kept = units.map((each) => line(each.item, each.off, each.item.cancelled_quantity));
  const lines = units.map(({ item }) => line(item, item.cancelled_quantity, item.quantity));
  const back = payment.refunded + payment.refund_pending;
  const isCharged = order.status !== "cancelled" || keepsShipping(order, sumOf(kept));
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

/** Of the cancelled units those that count no more: they were never paid for, or their money went back. */
function unitsOff(item: Item, isPaid: boolean): number {
  const { cancelled_quantity: cancelled, unpaid_quantity, refunded_quantity } = item;
  return isPaid ? Math.min(cancelled, unpaid_quantity + refunded_quantity) : cancelled;
}

/** Units of an item from one to another, by the cumulative rounding of refunds. */
function line(item: Item, from: number, to: number): RemainingLine {
  return { item, quantity: to - from, amount: worthOfUnits(item, to) - worthOfUnits(item, from) };
}

/** Whether the store keeps what the shipping of a cancelled order came to. */
function keepsShipping({ payment, shipping_lines }: Told, kept: number): boolean {
  const { captured, refunded, refund_pending } = payment;
  const shipping = shipping_lines.reduce((sum, { total }) => sum + total, 0);
  return captured > 0 && captured - refunded - refund_pending - kept >= shipping;
}

function sumOf(lines: readonly RemainingLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

function hasUnits({ quantity }: RemainingLine): boolean {
  return quantity > 0;
}
