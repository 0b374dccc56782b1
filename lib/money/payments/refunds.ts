import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { addToLogLine } from "#core/log-context.ts";
import { toAttemptRef } from "./attempt-ref.ts";
import { inexactAmount } from "./inexact-amount.ts";
import { checkSameRequest, findByIntent, intentOf } from "./intent.ts";
import type { Intent } from "./intent-schema.ts";
import { paymentLife, tooLargeError } from "./lifecycle.ts";
import { IssueRefund } from "./messages.ts";
import { nextCheckAt } from "./next-check.ts";
import type { Payable, RefundResult } from "./payable.ts";
import { payments } from "./payment-table.ts";
import { checkRefundPermission, policyRefundError } from "./refund-permission.ts";
import { accountOf, providerOfPayment } from "./registry.ts";
import { refundableAmount } from "./reversals.ts";
import type { Payment, PaymentRefunded, Refund, RefundPayment } from "./schema.ts";
import { paymentFor } from "./service.ts";
import { answerStep } from "./steps.ts";
import { syncPayment } from "./sync-payment.ts";
import { attempts, refunds } from "./table.ts";

/**
 * Refunds an amount of a reservation or an order, or all that is left.
 *
 * @throws GENERAL.FORBIDDEN see `checkRefundPermission`
 */
export async function refundPayment(
  ctx: Context,
  tenantId: string,
  { entity, amount, refund: rule, refundId, ...sent }: z.output<typeof RefundPayment>,
  payables: readonly Payable[],
): Promise<z.output<typeof PaymentRefunded>> {
  const refund_id = sent.refund_id ?? refundId;
  const { payable, reference } = findPayable(payables, entity);
  const balance = await payable.refundableBalance?.(ctx, tenantId, reference);
  if (!balance) throw notFoundError(payable);
  if (payable.refund)
    return refundAnswer(
      entity,
      await payable.refund(ctx, tenantId, reference, { amount, refund: rule, refund_id }),
    );
  const payment = await paymentFor(tenantId, reference);
  const intent = intentOf(refund_id, { amount, rule });
  const before = payment && (await findRepeatedRefund(payment, intent));
  if (before) return refundAnswer(entity, before);
  if ((await checkRefundPermission(ctx, tenantId, rule, balance.customerMayCancel)) === "nothing")
    throw policyRefundError();
  if (!payment) throw tooLargeError(0, "");
  const rounded = amount ?? roundDownForProvider(payment, refundableAmount(payment));
  const { refund, writes } = reserveRefund(ctx, payment, rounded, { intent });
  return transact(ctx, writes, refundAnswer(entity, { ...refund, refund_id: refund_id ?? refund.id }));
}

// A repeated request gets the first answer.
async function findRepeatedRefund(
  payment: Payment,
  intent: Intent | undefined,
): Promise<RefundResult | undefined> {
  const [known] = findByIntent(payment.returns, (each) => each.intent, intent);
  if (!known) return undefined;
  checkSameRequest("refund_id", known.intent, intent);
  const refund = await refunds.find({ tenant_id: payment.tenant_id, id: known.id });
  if (!refund) return undefined;
  const { id, payment_id, amount, currency, created_at } = refund;
  return { id, refund_id: intent?.key ?? id, payment_id, amount, currency, status: "pending", created_at };
}

/**
 * The writes of a refund. The amount is reserved at once under the payment's version, so that concurrent
 * refunds never exceed what was captured. It is announced when the provider confirms it.
 *
 * @param options `page` whose money it is, the captured one by default; `intent` of the request
 * @throws PAYMENT.INVALID_AMOUNT when less is left; PROVIDER_ERROR when the provider cannot express it
 */
export function reserveRefund(
  ctx: Context,
  payment: Stored<Payment>,
  amount: number,
  { page = payment.captured_attempt ?? 1, intent }: { page?: number; intent?: Intent | undefined } = {},
): { refund: Refund & { status: "pending" }; payment: Stored<Payment>; writes: Write[] } {
  if (roundDownForProvider(payment, amount) !== amount) throw inexactAmount(amount, payment.currency);
  const now = ctx.now();
  const refund: Refund & { status: "pending" } = {
    id: newId("ref", ctx.clock()),
    tenant_id: payment.tenant_id,
    payment_id: payment.id,
    attempt: page,
    reference: payment.reference,
    amount,
    currency: payment.currency,
    status: "pending",
    surplus: page !== payment.captured_attempt,
    provider_ref: null,
    intent: intent ?? null,
    reason: null,
    created_at: now,
    updated_at: now,
  };
  const { record: after } = paymentLife.transition({ payment }, { type: "refund requested", refund, now });
  const writes = [
    payments.replace(payment, after),
    refunds.create(refund),
    enqueue(ctx, IssueRefund, { tenant_id: payment.tenant_id, refund_id: refund.id }),
  ];
  return { refund, payment: payments.made(after, payment), writes };
}

export function smallestUnitOf({ provider, currency }: Pick<Payment, "provider" | "currency">): number {
  return providerOfPayment({ provider }).smallestUnit(currency);
}

/** The largest amount up to this one that the provider can express. */
export function roundDownForProvider(
  payment: Pick<Payment, "provider" | "currency">,
  amount: number,
): number {
  return amount - (amount % smallestUnitOf(payment));
}

/** The writes that refund all that is left; none when nothing is left. */
export function refundRest(ctx: Context, payment: Stored<Payment>): Write[] {
  const left = roundDownForProvider(payment, refundableAmount(payment));
  return left > 0 ? reserveRefund(ctx, payment, left).writes : [];
}

/**
 * The writes that refund what is left without a request. There are none after a refused refund, because another
 * would be refused too.
 */
export function refundRestOnce(ctx: Context, payment: Stored<Payment>): Write[] {
  const isRefused = payment.returns.some(({ kind, status }) => kind === "refund" && status === "failed");
  return isRefused ? [] : refundRest(ctx, payment);
}

/** Has the provider issue a reserved refund. A refused one frees its amount again and is announced. */
export async function issueRefund(ctx: Context, { tenant_id, refund_id }: IssueRefund): Promise<void> {
  const refund = await refunds.find({ tenant_id, id: refund_id });
  if (refund?.status !== "pending" || refund.provider_ref !== null)
    return addToLogLine({ outcome: "nothing" });
  const [payment, attempt] = await readTogether([
    payments.read({ tenant_id, id: refund.payment_id }),
    attempts.read({ tenant_id, payment_id: refund.payment_id, n: refund.attempt }),
  ]);
  if (!payment || !attempt) throw new Error(`The refund ${refund_id} has no payment.`);
  const { id: refundId, amount, currency } = refund;
  const account = await accountOf(ctx, attempt);
  const request = { refundId, attempt: toAttemptRef(attempt), amount, currency };
  const outcome = await providerOfPayment(attempt).refund(ctx, request, account);
  const logged = { refund: refundId, payment: payment.id, outcome: outcome.status };
  addToLogLine("ref" in outcome ? { ...logged, provider_id: outcome.ref } : logged);
  if (outcome.status === "pending") {
    // A callback completes the refund, found by its id. If none comes, the next check reads its state.
    await transact(ctx, [
      refunds.replace(refund, { ...refund, provider_ref: outcome.ref, updated_at: ctx.now() }),
      attempts.replace(attempt, { ...attempt, due_at: nextCheckAt(attempt, payment, ctx.now()) }),
    ]);
    return;
  }
  const result =
    outcome.status === "refused"
      ? { status: "failed" as const, ref: null, reason: outcome.reason }
      : { status: "succeeded" as const, ref: outcome.ref };
  const step = answerStep(payment, refund, result, ctx.now());
  await transact(ctx, [
    step.refund && refunds.replace(step.refund.before, step.refund.after),
    ...(step.payment ? announceChange(ctx, step.event ?? [], payments, payment, step.payment).writes : []),
  ]);
  // Often the money was refunded in the provider's dashboard, and the sums had no room for that until now.
  if (outcome.status === "refused") await syncPayment(ctx, attempt);
}

function findPayable(payables: readonly Payable[], entity: string): { payable: Payable; reference: string } {
  const [kind = "", id] = entity.split(":");
  const reference = id ?? entity;
  const refundable = payables.filter(({ refundableBalance: standing }) => standing !== undefined);
  const payable =
    refundable.find((each) => id !== undefined && each.name === kind) ??
    refundable.find((each) => each.owns(reference)) ??
    refundable[0];
  if (!payable) throw new Error("Nothing that is paid for is refunded by its id.");
  return { payable, reference };
}

function notFoundError(payable: Payable): Error {
  return payable.notFound?.() ?? new Error(`${payable.name} does not say what its absence is answered with.`);
}

function refundAnswer(entity: string, refund: RefundResult): z.output<typeof PaymentRefunded> {
  const { id, refund_id, payment_id: paymentId, amount, currency, status, created_at: createdAt } = refund;
  return {
    success: true as const,
    refund: { id, refund_id, refundId: refund_id, entity, paymentId, amount, currency, status, createdAt },
  };
}
