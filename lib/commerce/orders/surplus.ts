import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { reserveRefund, roundDownForProvider } from "#lib/money/payments/refunds.ts";
import { refundableAmount } from "#lib/money/payments/reversals.ts";
import type { Payment, Refund } from "#lib/money/payments/schema.ts";
import { type EntryDraft, type PaymentChange, pageSource, refundEntry, sumEntries } from "./books.ts";
import type { PaymentEntry } from "./books-schema.ts";
import type { Order } from "./schema.ts";
import { addEntries, amountDue, providerActor } from "./statuses.ts";

/** How much of a page's money the order keeps: the amount due, and what the provider cannot refund exactly. */
export function amountKept(order: Order, payment: Payment, { attempt, drafts }: PaymentChange): number {
  const { captured } = sumEntries(drafts);
  if (attempt !== payment.captured_attempt) return 0;
  return captured - roundDownForProvider(payment, captured - Math.min(captured, amountDue(order)));
}

/** Reserves a refund of money beyond the amount due, unless the payment refunds it as money of a second page. */
export function withSurplus(
  by: Context,
  order: Order,
  payment: Stored<Payment>,
  news: PaymentChange,
): { entries: PaymentEntry[]; aside: ReturnType<typeof reserveRefund> | undefined } {
  const more = sumEntries(news.drafts).captured - amountKept(order, payment, news);
  const most = Math.min(more, roundDownForProvider(payment, refundableAmount(payment)));
  const back = news.attempt === payment.captured_attempt ? most : 0;
  const aside = back > 0 ? reserveRefund(by, payment, back) : undefined;
  const entries = addEntries(by, order, news.drafts, providerActor(payment));
  return { entries: aside ? addEntries(by, { entries }, [surplusDraft(aside.refund)]) : entries, aside };
}

function surplusDraft({ id, payment_id, attempt, amount }: Refund): EntryDraft {
  const asked = { id, amount, lines: [], shipping: 0, reason: null };
  return { ...refundEntry(pageSource(payment_id, attempt), asked), over: true };
}
