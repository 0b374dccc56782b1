import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, enqueue, isUnchanged } from "#core/events.ts";
import { toAttemptRef } from "./attempt-ref.ts";
import { IssueRefund } from "./messages.ts";
import { payments } from "./payment-table.ts";
import type { Account, PaymentState } from "./port.ts";
import { accountOf, providerOfPayment } from "./registry.ts";
import type { Attempt, AttemptKey, Payment, Refund } from "./schema.ts";
import { nextStep } from "./steps.ts";
import { attempts, refunds } from "./table.ts";

/** Steps that one sync can take: one for the money, and one per refund and dispute. */
const MAX_STEPS = 250;

/** A payment and one of its pages, both read before the provider's state. */
interface AttemptSnapshot {
  payment: Stored<Payment>;
  attempt: Stored<Attempt>;
  /** Our refunds that the provider may have completed. By default, those that its state names. */
  own?: Stored<Refund>[];
}

/**
 * Updates a payment to the state of one of its pages at the provider.
 *
 * @returns the payment after that; `undefined` when there is no such page
 */
export async function syncPayment(ctx: Context, key: AttemptKey): Promise<Stored<Payment> | undefined> {
  const { tenant_id, payment_id, n } = key;
  const [payment, attempt] = await readTogether(
    [payments.read({ tenant_id, id: payment_id }), attempts.read({ tenant_id, payment_id, n })],
    ctx,
  );
  if (!payment || !attempt) return undefined;
  return applyProviderState(ctx, { payment, attempt }, await accountOf(ctx, attempt));
}

/**
 * Updates a payment that was read before its provider. It is written under that version, so that a stale read
 * never overwrites a newer one. Each step is one change with one event.
 *
 * @param writes committed with the last step, or alone when there is none
 */
export async function applyProviderState(
  ctx: Context,
  { payment: first, attempt: page, own: known }: AttemptSnapshot,
  account: Account,
  writes: Write[] = [],
): Promise<Stored<Payment>> {
  const state = await providerOfPayment(page).read(ctx, toAttemptRef(page), account);
  const own = known ?? (await ownRefunds(page.tenant_id, state));
  const { steps, payment } = stepsTo(ctx, { payment: first, attempt: page, own }, state);
  // The callback is recorded with the last step: if the process dies before, the provider sends it again.
  for (const [at, step] of steps.entries())
    await transact(ctx, at === steps.length - 1 ? [...writes, ...step] : step);
  if (steps.length === 0) await transact(ctx, writes);
  return payment;
}

/** The writes of each step to the provider's state, and the payment after them. */
function stepsTo(
  ctx: Context,
  { payment: first, attempt: page, own: known = [] }: AttemptSnapshot,
  state: PaymentState,
): { steps: Write[][]; payment: Stored<Payment> } {
  let [payment, attempt, own] = [first, page, known];
  const steps: Write[][] = [];
  while (steps.length < MAX_STEPS) {
    const step = nextStep(payment, attempt, state, own, ctx);
    if (!step) return { steps, payment };
    const { refund, surplus, payment: after, attempt: changedAttempt } = step;
    steps.push([
      ...(changedAttempt ? [attempts.replace(attempt, changedAttempt)] : []),
      ...(after ? announceChange(ctx, step.event ?? [], payments, payment, after).writes : []),
      ...(refund ? [refunds.replace(refund.before, refund.after)] : []),
      ...(surplus
        ? [
            refunds.create(surplus),
            enqueue(ctx, IssueRefund, { tenant_id: surplus.tenant_id, refund_id: surplus.id }),
          ]
        : []),
    ]);
    own = own.map((each) => (each === refund?.before ? refunds.made(refund.after, each) : each));
    // An unchanged payment is not written.
    if (after && !isUnchanged(payment, after)) payment = payments.made(after, payment);
    if (changedAttempt) attempt = attempts.made(changedAttempt, attempt);
  }
  throw new Error(`The payment ${page.payment_id} does not settle.`);
}

async function ownRefunds(tenant_id: string, { refunds: reported }: PaymentState): Promise<Stored<Refund>[]> {
  const ids = reported.flatMap(({ refundId }) => (refundId ? [{ tenant_id, id: refundId }] : []));
  return ids.length > 0 ? refunds.batchGet(ids) : [];
}
