import { sumEntries, sumOverpayments } from "#lib/commerce/orders/books.ts";
import type { PaymentEntry } from "#lib/commerce/orders/books-schema.ts";
import { saleTimes } from "#lib/commerce/orders/sale-times.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { channelOf, isTest } from "#lib/commerce/orders/view.ts";
import type { Bucket, Deduction } from "./allocate-deductions.ts";

/** A line of a sale. Shipping is a line without an item. */
export interface SoldLine extends Bucket {
  units: number;
  gross: number;
  discount: number;
  /** Ids of the sold item by split; empty for shipping. */
  itemIds: Readonly<Record<string, string>>;
  isShipping: boolean;
}

/** Money of a sale that was refunded or will never be paid. */
export interface SaleDeduction extends Deduction {
  at: number;
  kind: "refund" | "write_off";
  units: readonly { bucket: string; units: number }[];
}

/** A sale of any kind, with all that figures need. */
export interface Sale {
  market: string;
  currency: string;
  isTest: boolean;
  soldAt: number;
  cancelledAt: number | null;
  total: number;
  lines: readonly SoldLine[];
  collected: readonly { at: number; amount: number }[];
  deductions: readonly SaleDeduction[];
  /** Whether it is its customer's first; null while unknown, or without a customer. */
  isFirst: boolean | null;
  /** Ids of the whole sale by split, such as its country. */
  marks: Readonly<Record<string, string>>;
}

/** An order as a sale; `undefined` if it was never confirmed. */
export function saleOfOrder(order: Order): Sale | undefined {
  const { sold_at, cancelled_at, write_offs } = saleTimes(order);
  if (sold_at === null) return undefined;
  const { market, currency, total, facts, promo_code, payment, entries } = order;
  const method = payment.method_key ?? payment.type;
  return {
    market,
    currency,
    isTest: isTest(order),
    soldAt: sold_at,
    cancelledAt: cancelled_at,
    total,
    lines: linesOf(order),
    collected: capturesIn(entries),
    deductions: [...refundsIn(order), ...writeOffsOf(write_offs)].toSorted(byTime),
    isFirst: facts.is_first,
    marks: {
      ...(promo_code ? { promo_code } : {}),
      country: facts.country ?? order.shipping_address?.country ?? order.billing_address?.country ?? "",
      source: facts.source,
      channel: channelOf(order),
      payment_method: method,
    },
  };
}

function linesOf({ items, shipping_lines }: Order): SoldLine[] {
  return [
    ...items.map(({ id, quantity, money, product_id, variant_id, service_id, provider_id }) => ({
      id,
      units: quantity,
      gross: money.subtotal,
      discount: Math.abs(money.discount),
      tax: money.tax,
      total: money.total,
      itemIds: withoutNullIds({
        product: product_id,
        variant: variant_id,
        service: service_id,
        provider: provider_id,
      }),
      isShipping: false,
    })),
    ...shipping_lines.map(({ id, amount, discount, tax, total }) => ({
      id,
      units: 0,
      gross: amount - Math.abs(discount),
      discount: 0,
      tax,
      total,
      itemIds: {},
      isShipping: true,
    })),
  ];
}

function withoutNullIds(things: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(things).flatMap(([name, id]) => (id ? [[name, id]] : [])));
}

/** Captured money. Money that came too late or twice, and is refunded for that, is excluded. */
function capturesIn(entries: readonly PaymentEntry[]): { at: number; amount: number }[] {
  const extra = extraMoneyIds(entries);
  return entries.flatMap((entry) => {
    const { captured, refunded, refund_pending } = sumEntries([entry]);
    const isExtra = entry.refund_id !== null && extra.has(entry.refund_id);
    const amount = captured - (isExtra ? refunded + refund_pending : 0);
    return amount === 0 ? [] : [{ at: entry.at, amount }];
  });
}

function extraMoneyIds(entries: readonly PaymentEntry[]): ReadonlySet<string> {
  const { refunded, refund_pending } = sumOverpayments(entries);
  return refunded + refund_pending === 0 && entries.every((entry) => !entry.over)
    ? new Set()
    : new Set(entries.flatMap((entry) => (entry.over ? (entry.refund_id ?? []) : [])));
}

/** The refunds of an order by entry. A refund that fails later is subtracted. */
function refundsIn({ entries, shipping_lines }: Order): SaleDeduction[] {
  const extra = extraMoneyIds(entries);
  const settled = new Map<string, number>();
  return entries.flatMap((entry): SaleDeduction[] => {
    const { refund_id: of, at } = entry;
    const { refunded: amount } = sumEntries([entry]);
    if (of === null || amount === 0 || extra.has(of)) return [];
    const before = settled.get(of) ?? 0;
    settled.set(of, before + amount);
    const first = entries.find(({ refund_id }) => refund_id === of);
    const lines = first?.lines ?? [];
    const [shipping] = shipping_lines;
    const onShipping = shipping && first?.shipping ? [{ bucket: shipping.id, amount: first.shipping }] : [];
    // Units return with the first money of a refund, and are sold again if all of it fails.
    const sign = before === 0 ? 1 : before + amount === 0 ? -1 : 0;
    return [
      {
        of,
        at,
        kind: "refund",
        amount,
        named: [...lines.map((line) => ({ bucket: line.order_item_id, amount: line.amount })), ...onShipping],
        units: lines.map(({ order_item_id, quantity }) => ({
          bucket: order_item_id,
          units: sign * quantity,
        })),
      },
    ];
  });
}

function writeOffsOf(writeOffs: Order["write_offs"]): SaleDeduction[] {
  return writeOffs.map(({ id, at, amount, lines }) => ({
    of: id,
    at,
    kind: "write_off",
    amount,
    named: lines.map((line) => ({ bucket: line.order_item_id, amount: line.amount })),
    units: lines.map(({ order_item_id, quantity }) => ({ bucket: order_item_id, units: quantity })),
  }));
}

// Entries of the same second keep their recorded order.
function byTime(one: SaleDeduction, other: SaleDeduction): number {
  return one.at - other.at;
}
