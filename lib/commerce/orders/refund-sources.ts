import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { MAX_REFUNDS } from "#lib/money/payments/lifecycle.ts";
import { reserveRefund, roundDownForProvider, smallestUnitOf } from "#lib/money/payments/refunds.ts";
import { refundableOnPage } from "#lib/money/payments/reversals.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { amountLeft, CASH, pageSource, refundEntry, refundsIn, sumEntriesFrom } from "./books.ts";
import type { OrderRefund, PaymentEntry } from "./books-schema.ts";
import type { OrderEvent } from "./events.ts";
import type { Order } from "./schema.ts";
import { addEntries } from "./statuses.ts";

type RefundRequest = Pick<OrderRefund, "amount" | "lines" | "shipping" | "reason"> &
  Pick<PaymentEntry, "intent" | "rounded">;

/** The share of a refund that one source pays; the provider may still refuse a card's share. */
interface SourceRefund {
  source: "card" | "cash";
  refund_id: string;
  amount: number;
  status: "pending" | "succeeded";
}

interface RefundSplit {
  /** The card's share comes first. */
  sources: SourceRefund[];
  entries: PaymentEntry[];
  writes: Write[];
}

/** What can be refunded to the card, all from one payment page, and in cash. */
interface RefundableAmounts {
  page: number;
  card: number;
  cash: number;
}

/**
 * Splits a refund: to the card as much as one payment page has left, and the rest in cash, which counts at once. The
 * versions of payment and order guard it, so that concurrent refunds never exceed what was paid.
 */
export function splitRefund(
  ctx: Context,
  order: Order,
  payment: Stored<Payment> | undefined,
  wanted: RefundRequest,
): RefundSplit {
  const { page, card, cash } = refundableBySource(order, payment);
  const { amount } = wanted;
  if (amount > card + cash || amount <= 0) throw refundTooLarge(card + cash, order.currency);
  if (amount < card + cash && refundsIn(order.entries).length >= MAX_REFUNDS) throw tooManyRefunds();
  const byCard = Math.min(amount, card);
  const [ofCard, ofCash] = splitLines(wanted, byCard);
  const reservedRefund = payment && byCard > 0 ? reserveRefund(ctx, payment, byCard, { page }) : undefined;
  const cashRefund = { ...ofCash, id: newId("ref", ctx.clock()) };
  const isOverpayment = reservedRefund && page !== payment?.captured_attempt;
  const drafts = [
    ...(payment && reservedRefund
      ? [
          {
            ...refundEntry(pageSource(payment.id, page), { ...ofCard, id: reservedRefund.refund.id }),
            ...(isOverpayment ? { over: true } : {}),
          },
        ]
      : []),
    ...(ofCash.amount > 0 ? [refundEntry(CASH, cashRefund)] : []),
  ];
  return {
    sources: [
      ...(reservedRefund ? [sourceRefund("card", reservedRefund.refund.id, ofCard.amount)] : []),
      ...(ofCash.amount > 0 ? [sourceRefund("cash", cashRefund.id, ofCash.amount)] : []),
    ],
    entries: addEntries(ctx, order, drafts),
    writes: reservedRefund?.writes ?? [],
  };
}

/**
 * Rounds a refund of goods and shipping to an amount that the card's provider accepts. It evens out the differences of
 * earlier roundings, so that all refunds together equal what was paid.
 */
export function roundedRefund(order: Order, payment: Payment | undefined, worth: number): number {
  const { card, cash } = refundableBySource(order, payment);
  const rounded = refundsIn(order.entries)
    .filter(({ status }) => status !== "failed")
    .reduce((sum, refund) => sum + refund.rounded, 0);
  const amount = worth - rounded;
  const step = payment ? smallestUnitOf(payment) : 1;
  // The difference is smaller than the provider's smallest amount, so it comes from rounding.
  if (amount > card + cash && amount < card + cash + step) return card + cash;
  if (amount >= card) return Math.max(0, amount);
  return Math.max(0, Math.round(amount / step) * step);
}

export function refundableAmountOfOrder(order: Order, payment: Payment | undefined): number {
  const { card, cash } = refundableBySource(order, payment);
  return card + cash;
}

/** A cash refund is complete as soon as it is recorded, so it is announced then. */
export function cashRefundEvents(given: RefundSplit | undefined): OrderEvent[] {
  return given?.sources.some(({ source }) => source === "cash") ? ["order.refunded"] : [];
}

export function refundTooLarge(most: number, currency: string): Error {
  const message = most > 0 ? `${moneyText(most, currency)} is left to refund` : "Nothing is left to refund";
  return PAYMENT.INVALID_AMOUNT({ message: `${message}.` });
}

// Money that is not in the books yet cannot be refunded, nor can money that was refunded already.
function refundableBySource({ entries }: Order, payment: Payment | undefined): RefundableAmounts {
  const cash = amountLeft(sumEntriesFrom(entries, CASH));
  const cardOf = (paid: Payment, page: number) =>
    roundDownForProvider(
      paid,
      Math.min(refundableOnPage(paid, page), amountLeft(sumEntriesFrom(entries, pageSource(paid.id, page)))),
    );
  const pages = (payment?.takings ?? []).map(({ attempt: page }) => ({
    page,
    card: payment ? cardOf(payment, page) : 0,
  }));
  const first = payment?.captured_attempt ?? 1;
  const own = pages.find(({ page }) => page === first);
  const found = own && own.card > 0 ? own : pages.find(({ card }) => card > 0);
  return { page: found?.page ?? first, card: found?.card ?? 0, cash };
}

/** A new refund from one source: cash has succeeded, a card refund is pending. */
export function sourceRefund(
  source: SourceRefund["source"],
  refund_id: string,
  amount: number,
): SourceRefund {
  return { source, refund_id, amount, status: source === "cash" ? "succeeded" : "pending" };
}

/**
 * Splits the lines of a refund between card and cash. The units of a split line count with its cash share, because the
 * provider may still refuse the card's share.
 */
function splitLines(wanted: RefundRequest, byCard: number): [card: RefundRequest, cash: RefundRequest] {
  const { amount, lines, shipping } = wanted;
  const { rounded: _, ...exact } = wanted;
  const none = { ...exact, lines: [], shipping: 0 };
  if (byCard === amount) return [wanted, { ...none, amount: 0 }];
  if (byCard === 0) return [{ ...none, amount: 0 }, wanted];
  let room = byCard;
  const parts = lines.map((line) => {
    const first = Math.min(line.amount, room);
    room -= first;
    const whole = first === line.amount;
    const own = whole ? [line] : first > 0 ? [{ ...line, quantity: 0, amount: first }] : [];
    return { own, rest: whole ? [] : [{ ...line, amount: line.amount - first }] };
  });
  const sent = Math.min(shipping, room);
  return [
    { ...wanted, amount: byCard, lines: parts.flatMap(({ own }) => own), shipping: sent },
    {
      ...exact,
      amount: amount - byCard,
      lines: parts.flatMap(({ rest }) => rest),
      shipping: shipping - sent,
    },
  ];
}

function tooManyRefunds(): Error {
  const message = `Money of this order went back ${MAX_REFUNDS} times: give back all that is left at once.`;
  return PAYMENT.INVALID_AMOUNT({ message });
}
