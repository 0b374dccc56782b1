import * as z from "zod";
import type { AccountPayments } from "./account-payments.ts";

/** What the account has about one payment of the shop: payment pages, refunds and disputes. */
export const PaymentStatement = z.object({
  pages: z.array(
    z.object({
      session: z.string(),
      /** The id of the attempt to pay: `{payment id}-{number}`. */
      attempt: z.string(),
      status: z.string().nullable(),
      intent: z.string().nullable(),
      intent_status: z.string().nullable(),
      received: z.int(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      intent: z.string(),
      amount: z.int(),
      status: z.string().nullable(),
      /** The shop's id of the refund. */
      refund_id: z.string().nullable(),
    }),
  ),
  disputes: z.array(z.object({ id: z.string(), intent: z.string(), amount: z.int(), status: z.string() })),
});
export type PaymentStatement = z.output<typeof PaymentStatement>;

export function paymentStatementOf(books: AccountPayments, payment: string): PaymentStatement {
  const pages = [...books.sessions.keys()].flatMap((id) => {
    const { client_reference_id: attempt, payment_intent } = books.sessions.get(id) ?? {};
    if (!attempt?.startsWith(`${payment}-`)) return [];
    const intent = typeof payment_intent === "string" ? payment_intent : null;
    const { status: intent_status = null, amount_received: received = 0 } =
      (intent && books.intents.get(intent)) || {};
    return [{ session: id, attempt, status: books.session(id).status, intent, intent_status, received }];
  });
  const own = new Set(pages.map(({ intent }) => intent));
  const ofIntent = (intent: unknown) => (typeof intent === "string" && own.has(intent) ? intent : undefined);
  return {
    pages,
    refunds: [...books.refunds.values()].flatMap(({ id, amount, status, payment_intent, metadata }) => {
      const intent = ofIntent(payment_intent);
      return intent ? [{ id, intent, amount, status, refund_id: metadata?.refund_id ?? null }] : [];
    }),
    disputes: [...books.disputes.values()].flatMap(({ id, amount, status, payment_intent }) => {
      const intent = ofIntent(payment_intent);
      return intent ? [{ id, intent, amount, status }] : [];
    }),
  };
}
