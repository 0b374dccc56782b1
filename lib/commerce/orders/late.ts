import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { setAside } from "#lib/money/payments/refunds.ts";
import { leftOf } from "#lib/money/payments/returns.ts";
import type { Payment, Refund } from "#lib/money/payments/schema.ts";
import { type Draft, goingBack, type News, sourceOf, sums } from "./books.ts";
import type { BookEntry } from "./books-schema.ts";
import { added, providerOf } from "./entries.ts";
import type { Order } from "./schema.ts";
import { owed } from "./state.ts";

/** What money does that comes for an order which waits for none, or for less. */
interface Come {
  entries: BookEntry[];
  payment: Stored<Payment>;
  writes: Write[];
  /** What of it the order is owed. */
  kept: number;
  /** Whether more came than that. */
  isOver: boolean;
}

/**
 * Notes money of a page. What is more than the order is owed is set aside to go back; of a second page the payment has
 * done so already.
 */
export function noteLate(ctx: Context, order: Order, payment: Stored<Payment>, news: News): Come {
  const counts = news.attempt === payment.captured_attempt;
  const { captured: came } = sums(news.drafts);
  const kept = counts ? Math.min(came, owed(order)) : 0;
  const back = counts ? Math.min(came - kept, leftOf(payment)) : 0;
  const aside = back > 0 ? setAside(ctx, payment, back) : undefined;
  const noted = added(ctx, order, news.drafts, providerOf(payment));
  return {
    entries: aside ? added(ctx, { entries: noted }, [overIn(aside.refund)]) : noted,
    payment: aside?.payment ?? payment,
    writes: aside?.writes ?? [],
    kept,
    isOver: kept < came,
  };
}

/** Whether news of a refund say for the first time that its money has gone back: each is told of once. */
export function isGiven(entries: readonly BookEntry[], { id, drafts }: News): boolean {
  const own = entries.filter(({ refund_id }) => id !== null && refund_id === id);
  const wasGiven = own.some((_, at) => sums(own.slice(0, at + 1)).refunded > 0);
  return !wasGiven && sums([...own, ...drafts]).refunded > 0;
}

function overIn({ id, payment_id, attempt, amount }: Refund): Draft {
  const asked = { id, amount, lines: [], shipping: 0, reason: null };
  return { ...goingBack(sourceOf(payment_id, attempt), asked), over: true };
}
