import { partLinesOf } from "#lib/booking/reservations/part-lines.ts";
import type { PartLine, Reservation, ReservationPayment } from "#lib/booking/reservations/schema.ts";
import { DIRECT, STAFF } from "#lib/commerce/carts/source-schema.ts";
import { split } from "#lib/money/money/pricing.ts";
import type { Movement } from "#lib/money/payments/schema.ts";
import type { Sale, SaleDeduction, SoldLine } from "./sale.ts";

/** A reservation with its own payment, as a sale; `undefined` if it was never booked, or is part of an order. */
export function saleOfReservation(reservation: Reservation): Sale | undefined {
  const { payment, orderId, is_first, customer_id } = reservation;
  const noted = partLinesOf(reservation);
  const [first] = noted;
  if (!payment || orderId || !first) return undefined;
  const sold = noted.filter(({ is, at }) => is === "booked" && at === first.at);
  const lines = linesOfSale(sold, payment);
  const cancelledAt = cancellationTime(reservation, noted);
  const money = isLateMoney(payment.movements, cancelledAt) ? [] : payment.movements;
  const isStaff = bookedByStaff(reservation);
  return {
    market: payment.market,
    currency: payment.currency,
    isTest: payment.test,
    soldAt: first.at,
    cancelledAt,
    total: payment.total,
    lines,
    collected: money.flatMap(({ kind, at, amount }) => (kind === "collected" ? [{ at, amount }] : [])),
    deductions: [...refundsIn(money), ...writeOffsOf(noted, lines, money)].toSorted(
      (one, other) => one.at - other.at,
    ),
    isFirst: customer_id === null && is_first === null ? null : is_first,
    marks: {
      ...(payment.promoCode ? { promo_code: payment.promoCode } : {}),
      country: "",
      source: isStaff ? STAFF : DIRECT,
      channel: isStaff ? "staff" : "storefront",
      payment_method: payment.type,
    },
  };
}

/** A reservation's parts as lines. Its price is split between them. */
function linesOfSale(sold: readonly PartLine[], payment: ReservationPayment): SoldLine[] {
  const prices = sold.map(({ price }) => price);
  const weights = prices.some((price) => price > 0) ? prices : prices.map(() => 1);
  const { subtotal, discount, tax, total } = payment;
  const [gross, off, taxes, totals] = [subtotal, Math.abs(discount), tax, total].map((amount) =>
    split(amount, weights),
  );
  return sold.map(({ part_id: id, service_id: service, provider_id: provider }, index) => ({
    id,
    units: 1,
    gross: gross?.[index] ?? 0,
    discount: off?.[index] ?? 0,
    tax: taxes?.[index] ?? 0,
    total: totals?.[index] ?? 0,
    itemIds: { service, provider },
    isShipping: false,
  }));
}

/** Whether signed-in staff created the reservation. Confirming it does not count. */
function bookedByStaff({ statuses, customerId }: Reservation): boolean {
  const [made] = statuses;
  return made?.changedBy === "USER" && made.userId !== customerId;
}

/** When the last part was cancelled; null while the reservation is not. */
function cancellationTime({ status }: Reservation, noted: readonly PartLine[]): number | null {
  if (status !== "CANCELLED" && status !== "FAILED") return null;
  return noted.findLast(({ is }) => is === "cancelled")?.at ?? null;
}

/** Whether all its money came after its cancellation, and was refunded. */
function isLateMoney(movements: readonly Movement[], cancelledAt: number | null): boolean {
  const came = movements.find(({ kind }) => kind === "collected");
  const kept = movements.reduce(
    (sum, { kind, amount }) => sum + (kind === "collected" ? amount : -amount),
    0,
  );
  return cancelledAt !== null && came !== undefined && came.at > cancelledAt && kept === 0;
}

/** The refunds of a payment. */
export function refundsIn(movements: readonly Movement[]): SaleDeduction[] {
  return movements.flatMap(({ kind, id, at, amount }): SaleDeduction[] =>
    kind === "refunded" ? [{ of: id ?? "", at, kind: "refund", amount, named: [], units: [] }] : [],
  );
}

/** What was cancelled before any money came. */
function writeOffsOf(
  noted: readonly PartLine[],
  lines: readonly SoldLine[],
  movements: readonly Movement[],
): SaleDeduction[] {
  const came = movements.find(({ kind }) => kind === "collected")?.at ?? Number.POSITIVE_INFINITY;
  const off = noted.filter(({ is, at }) => is === "cancelled" && at < came);
  return lines.flatMap(({ id: bucket, total: amount }): SaleDeduction[] => {
    const line = off.find(({ part_id }) => part_id === bucket);
    if (!line) return [];
    const named = [{ bucket, amount }];
    return [
      { of: `off_${bucket}`, at: line.at, kind: "write_off", amount, named, units: [{ bucket, units: 1 }] },
    ];
  });
}
