import { env } from "#core/env.ts";
import type { PaymentStatement } from "#infra/local/stripe/payment-statement.ts";
import { decideAtStripe } from "#test/support/stripe.ts";
import type { Act } from "./orders-books-people.ts";
import type { Run, SaleRecord } from "./orders-books-run.ts";

export const decidePage: Act = ({ random }, { statement }) =>
  decideAnyPage(statement, random.pick(["approve", "approve", "delay", "decline"] as const));

/** A buyer may still have any payable page open. */
export async function decideAnyPage(
  { pages }: PaymentStatement,
  decision: "approve" | "delay" | "decline",
): Promise<void> {
  const open = pages.find(({ status }) => status === "open");
  if (open) await decideAtStripe(`${env("STRIPE_API")}/pay/${open.session}`, decision);
}

export async function finishDelayed({ shop, random }: Run, { statement }: SaleRecord): Promise<void> {
  for (const { session, intent_status } of statement.pages)
    if (intent_status === "processing")
      await shop.desk.settle(session, random.chance(0.7) ? "succeeded" : "failed");
}

const paidPagesOf = ({ statement }: SaleRecord) =>
  statement.pages.flatMap(({ intent, received }) => (intent && received > 0 ? [{ intent, received }] : []));

export async function refundAtProvider({ shop, random }: Run, sale: SaleRecord): Promise<void> {
  const pages = paidPagesOf(sale);
  if (pages.length === 0) return;
  const { intent, received } = random.pick(pages);
  // The provider refuses a refund of more than is left.
  await shop.desk.refund(intent, 1 + random.int(received)).catch(() => undefined);
}

export async function openDispute({ shop, random }: Run, sale: SaleRecord): Promise<void> {
  const pages = paidPagesOf(sale);
  if (pages.length === 0) return;
  const { intent, received } = random.pick(pages);
  await shop.desk.dispute(intent, random.chance(0.5) ? received : 1 + random.int(received));
}

export async function closeDisputes({ shop, random }: Run, { statement }: SaleRecord): Promise<void> {
  for (const { id, status } of statement.disputes)
    if (status === "needs_response") await shop.desk.closeDispute(id, random.pick(["won", "lost"]));
}

export async function finishRefunds({ shop, random }: Run, { statement }: SaleRecord): Promise<void> {
  for (const { id, status } of statement.refunds)
    if (status === "pending") await shop.desk.settleRefund(id, random.chance(0.7) ? "succeeded" : "failed");
}

/** A refund fails days after the provider reported its success. */
export async function failRefundLater({ shop, random }: Run, { statement }: SaleRecord): Promise<void> {
  const done = statement.refunds.filter(({ status }) => status === "succeeded");
  if (done.length > 0) await shop.desk.settleRefund(random.pick(done).id, "failed");
}
