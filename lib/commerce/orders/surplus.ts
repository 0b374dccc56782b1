import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { sayableOf, setAside } from "#lib/money/payments/refunds.ts";
import { leftOf } from "#lib/money/payments/returns.ts";
import type { Payment, Refund } from "#lib/money/payments/schema.ts";
import { type Draft, goingBack, type News, sourceOf, sums } from "./books.ts";
import type { BookEntry } from "./books-schema.ts";
import type { Order } from "./schema.ts";
import { added, owed, providerOf } from "./statuses.ts";

/** How much of a page's money the order keeps: the amount due, and what the provider cannot refund exactly. */
export function amountKept(order: Order, payment: Payment, { attempt, drafts }: News): number {
  const { captured } = sums(drafts);
  if (attempt !== payment.captured_attempt) return 0;
  return captured - sayableOf(payment, captured - Math.min(captured, owed(order)));
}

/** Reserves what exceeds the amount due for a refund. The payment itself has reserved the money of a second page. */
export function withSurplus(
  by: Context,
  order: Order,
  payment: Stored<Payment>,
  news: News,
): { entries: BookEntry[]; aside: ReturnType<typeof setAside> | undefined } {
  const more = sums(news.drafts).captured - amountKept(order, payment, news);
  const most = Math.min(more, sayableOf(payment, leftOf(payment)));
  const back = news.attempt === payment.captured_attempt ? most : 0;
  const aside = back > 0 ? setAside(by, payment, back) : undefined;
  const entries = added(by, order, news.drafts, providerOf(payment));
  return { entries: aside ? added(by, { entries }, [surplusDraft(aside.refund)]) : entries, aside };
}

function surplusDraft({ id, payment_id, attempt, amount }: Refund): Draft {
  const asked = { id, amount, lines: [], shipping: 0, reason: null };
  return { ...goingBack(sourceOf(payment_id, attempt), asked), over: true };
}
