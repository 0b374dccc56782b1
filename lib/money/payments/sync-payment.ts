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
import type { Attempt, Payment, Refund } from "./schema.ts";
import { nextStep } from "./steps.ts";
import { attempts, refunds } from "./table.ts";

type Key = Pick<Attempt, "tenant_id" | "payment_id" | "n">;

/** Steps that one look at a provider can take a payment: the money, and each refund and dispute of those that it lists. */
const MAX_STEPS = 250;

/** A payment and one of its pages as they are stored, read before the provider is asked. */
interface Standing {
  payment: Stored<Payment>;
  attempt: Stored<Attempt>;
  /** Refunds of ours to be settled; those that the provider names are read where it is left out. */
  own?: Stored<Refund>[];
}

/**
 * Brings a payment to what its provider says of one of its pages now.
 *
 * @returns the payment as it is then; `undefined` when there is no such page
 */
export async function syncPayment(ctx: Context, key: Key): Promise<Stored<Payment> | undefined> {
  const { tenant_id, payment_id, n } = key;
  const [payment, attempt] = await readTogether(
    [payments.read({ tenant_id, id: payment_id }), attempts.read({ tenant_id, payment_id, n })],
    ctx,
  );
  if (!payment || !attempt) return undefined;
  return applyProviderState(ctx, { payment, attempt }, await accountOf(ctx, attempt));
}

/**
 * Brings a payment that was read already to what its provider says. It was read before the provider and is written under its version, so
 * that an older look never overwrites a newer one; each step is one change and one event.
 *
 * @param writes committed with the last step, or alone when there is none
 */
export async function applyProviderState(
  ctx: Context,
  { payment: first, attempt: page, own: known }: Standing,
  account: Account,
  writes: Write[] = [],
): Promise<Stored<Payment>> {
  const state = await providerOfPayment(page).read(ctx, toAttemptRef(page), account);
  const own = known ?? (await ownRefunds(page.tenant_id, state));
  const { steps, payment } = stepsTo(ctx, { payment: first, attempt: page, own }, state);
  // What was told counts as heard once all of it is written: whoever is killed before is told again.
  for (const [at, step] of steps.entries())
    await transact(ctx, at === steps.length - 1 ? [...writes, ...step] : step);
  if (steps.length === 0) await transact(ctx, writes);
  return payment;
}

/** The writes of each step from what is stored to what a provider says, and the payment after them. */
function stepsTo(
  ctx: Context,
  { payment: first, attempt: page, own: known = [] }: Standing,
  state: PaymentState,
): { steps: Write[][]; payment: Stored<Payment> } {
  let [payment, attempt, own] = [first, page, known];
  const steps: Write[][] = [];
  while (steps.length < MAX_STEPS) {
    const step = nextStep(payment, attempt, state, own, ctx);
    if (!step) return { steps, payment };
    const { refund, surplus, payment: after, attempt: turned } = step;
    steps.push([
      ...(turned ? [attempts.replace(attempt, turned)] : []),
      ...(after ? announceChange(ctx, step.event ?? [], payments, payment, after).writes : []),
      ...(refund ? [refunds.replace(refund.before, refund.after)] : []),
      ...(surplus ? [refunds.create(surplus), issuing(ctx, surplus)] : []),
    ]);
    own = own.map((each) => (each === refund?.before ? refunds.made(refund.after, each) : each));
    // One that says what it said is not written.
    if (after && !isUnchanged(payment, after)) payment = payments.made(after, payment);
    if (turned) attempt = attempts.made(turned, attempt);
  }
  throw new Error(`The payment ${page.payment_id} does not settle.`);
}

function issuing(ctx: Context, { tenant_id, id: refund_id }: Refund): Write {
  return enqueue(ctx, IssueRefund, { tenant_id, refund_id });
}

async function ownRefunds(tenant_id: string, { refunds: told }: PaymentState): Promise<Stored<Refund>[]> {
  const ids = told.flatMap(({ refundId }) => (refundId ? [{ tenant_id, id: refundId }] : []));
  return ids.length > 0 ? refunds.batchGet(ids) : [];
}
