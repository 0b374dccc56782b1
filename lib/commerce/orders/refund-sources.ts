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
import type { BookEntry, OrderRefund } from "./books-schema.ts";
import type { OrderEvent } from "./events.ts";
import type { Order } from "./schema.ts";
import { addEntries } from "./statuses.ts";

type Wanted = Pick<OrderRefund, "amount" | "lines" | "shipping" | "reason"> &
  Pick<BookEntry, "intent" | "rounded">;

/** A refund as it is asked for, from one source: its provider's refusal comes later. */
interface Begun {
  source: "card" | "cash";
  refund_id: string;
  amount: number;
  status: "pending" | "succeeded";
}

interface Handed {
  /** The card's first. */
  sources: Begun[];
  entries: BookEntry[];
  writes: Write[];
}

/** What can be given back of an order, from a page of its card payment and by hand. */
interface Left {
  page: number;
  card: number;
  cash: number;
}

/**
 * Money that is given back, in the order's books: by card up to what one of its pages has left, the rest by hand, and so at
 * once. The payment's version and the order's guard it, so that refunds at the same moment never exceed what came.
 */
export function splitRefund(
  ctx: Context,
  order: Order,
  payment: Stored<Payment> | undefined,
  wanted: Wanted,
): Handed {
  const { page, card, cash } = leftBySource(order, payment);
  const { amount } = wanted;
  if (amount > card + cash || amount <= 0) throw refundTooLarge(card + cash, order.currency);
  if (amount < card + cash && refundsIn(order.entries).length >= MAX_REFUNDS) throw tooOften();
  const byCard = Math.min(amount, card);
  const [ofCard, ofCash] = shares(wanted, byCard);
  const aside = payment && byCard > 0 ? reserveRefund(ctx, payment, byCard, { page }) : undefined;
  const byHand = { ...ofCash, id: newId("ref", ctx.clock()) };
  const isOver = aside && page !== payment?.captured_attempt;
  const drafts = [
    ...(payment && aside
      ? [
          {
            ...refundEntry(pageSource(payment.id, page), { ...ofCard, id: aside.refund.id }),
            ...(isOver ? { over: true } : {}),
          },
        ]
      : []),
    ...(ofCash.amount > 0 ? [refundEntry(CASH, byHand)] : []),
  ];
  return {
    sources: [
      ...(aside ? [sourceRefund("card", aside.refund.id, ofCard.amount)] : []),
      ...(ofCash.amount > 0 ? [sourceRefund("cash", byHand.id, ofCash.amount)] : []),
    ],
    entries: addEntries(ctx, order, drafts),
    writes: aside?.writes ?? [],
  };
}

/**
 * What goes back for goods and shipping that are worth so much: what the provider of the card can say exactly. What earlier
 * refunds were more or less by that comes along, so that all of them together come to what was paid.
 */
export function roundedRefund(order: Order, payment: Payment | undefined, worth: number): number {
  const { card, cash } = leftBySource(order, payment);
  const rounded = refundsIn(order.entries)
    .filter(({ status }) => status !== "failed")
    .reduce((sum, refund) => sum + refund.rounded, 0);
  const amount = worth - rounded;
  const step = payment ? smallestUnitOf(payment) : 1;
  // What is left beyond that is too small to be sent.
  if (amount > card + cash && amount < card + cash + step) return card + cash;
  if (amount >= card) return Math.max(0, amount);
  return Math.max(0, Math.round(amount / step) * step);
}

/** What can still be given back of an order. */
export function refundableAmountOfOrder(order: Order, payment: Payment | undefined): number {
  const { card, cash } = leftBySource(order, payment);
  return card + cash;
}

/** What is told at once of money that was given back: what is given by hand has gone. */
export function cashRefundEvents(given: Handed | undefined): OrderEvent[] {
  return given?.sources.some(({ source }) => source === "cash") ? ["order.refunded"] : [];
}

/** PAYMENT.INVALID_AMOUNT that says what is left. */
export function refundTooLarge(most: number, currency: string): Error {
  const message = most > 0 ? `${moneyText(most, currency)} is left to refund` : "Nothing is left to refund";
  return PAYMENT.INVALID_AMOUNT({ message: `${message}.` });
}

// What the books do not know of yet is not theirs to give, and what has gone already neither.
function leftBySource({ entries }: Order, payment: Payment | undefined): Left {
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

/** A refund from one source as it begins: by hand it has gone, and by card its provider answers later. */
export function sourceRefund(source: Begun["source"], refund_id: string, amount: number): Begun {
  return { source, refund_id, amount, status: source === "cash" ? "succeeded" : "pending" };
}

/**
 * What a refund is for, shared out to its two sources. Units that both pay for count with the cash, which nobody can
 * refuse any more.
 */
function shares(wanted: Wanted, byCard: number): [card: Wanted, cash: Wanted] {
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

function tooOften(): Error {
  const message = `Money of this order went back ${MAX_REFUNDS} times: give back all that is left at once.`;
  return PAYMENT.INVALID_AMOUNT({ message });
}
