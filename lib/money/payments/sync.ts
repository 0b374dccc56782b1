import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { change, enqueue, isSame } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { attempted } from "./attempted.ts";
import { IssueRefund } from "./messages.ts";
import type { Account, PaymentState } from "./port.ts";
import { accountOf, providerOfPayment } from "./registry.ts";
import type { Attempt, Payment, Refund } from "./schema.ts";
import { type Step, stepTo } from "./state.ts";
import { attempts, payments, refunds } from "./table.ts";

type Key = Pick<Attempt, "tenant_id" | "payment_id" | "n">;

/** Steps that one look at a provider can take a payment: the money, each of its refunds, what was asked back. */
const MAX_STEPS = 20;

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
  const [payment, attempt] = await readTogether([
    payments.read({ tenant_id, id: payment_id }),
    attempts.read({ tenant_id, payment_id, n }),
  ]);
  if (!payment || !attempt) return undefined;
  return settlePayment(ctx, { payment, attempt }, await accountOf(ctx, attempt));
}

/**
 * The same for a payment that was read already. It was read before the provider and is written under its version, so
 * that an older look never overwrites a newer one; each step is one change and one event.
 *
 * @param writes committed with the first step, or alone when there is none
 */
export async function settlePayment(
  ctx: Context,
  { payment: first, attempt: page, own: known }: Standing,
  account: Account,
  writes: Write[] = [],
): Promise<Stored<Payment>> {
  const state = await providerOfPayment(page).read(ctx, attempted(page), account);
  let [payment, attempt, also] = [first, page, writes];
  let own = known ?? (await ownRefunds(page.tenant_id, state));
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const step = stepTo(payment, attempt, state, own, ctx.now());
    const surplus = step?.surplus ? surplusOf(ctx, attempt, state) : undefined;
    const made = step ? writesOf(ctx, { payment, attempt }, step, surplus) : [];
    if (made.length + also.length > 0) await transact(ctx, [...also, ...made]);
    if (!step) return payment;
    also = [];
    own = own.map((each) => (each === step.refund?.before ? refunds.made(step.refund.after, each) : each));
    // One that says what it said is not written.
    if (step.payment && !isSame(payment, step.payment)) payment = payments.made(step.payment, payment);
    if (step.attempt || surplus) attempt = attempts.made(pageAfter(attempt, step, surplus), attempt);
  }
  throw new Error(`The payment ${page.payment_id} does not settle.`);
}

function writesOf(
  ctx: Context,
  { payment, attempt }: Standing,
  step: Step,
  surplus: Refund | undefined,
): Write[] {
  const { refund } = step;
  const { tenant_id } = payment;
  return [
    ...(step.attempt || surplus ? [attempts.replace(attempt, pageAfter(attempt, step, surplus))] : []),
    ...(step.payment ? change(ctx, step.event ?? [], payments, payment, step.payment).writes : []),
    ...(refund ? [refunds.replace(refund.before, refund.after)] : []),
    ...(surplus
      ? [refunds.create(surplus), enqueue(ctx, IssueRefund, { tenant_id, refund_id: surplus.id })]
      : []),
  ];
}

function pageAfter(attempt: Stored<Attempt>, step: Step, surplus: Refund | undefined): Stored<Attempt> {
  return { ...(step.attempt ?? attempt), ...(surplus ? { surplus_refund_id: surplus.id } : {}) };
}

/** All that came for a page when another of the same payment had been paid. */
function surplusOf(
  ctx: Context,
  { tenant_id, payment_id, n, reference, currency }: Attempt,
  state: PaymentState,
): Refund {
  const now = ctx.now();
  return {
    id: newId("ref", ctx.clock()),
    tenant_id,
    payment_id,
    attempt: n,
    reference,
    amount: state.captured,
    currency,
    status: "pending",
    surplus: true,
    provider_ref: null,
    reason: null,
    created_at: now,
    updated_at: now,
  };
}

async function ownRefunds(tenant_id: string, { refunds: told }: PaymentState): Promise<Stored<Refund>[]> {
  const ids = told.flatMap(({ refundId }) => (refundId ? [{ tenant_id, id: refundId }] : []));
  return ids.length > 0 ? refunds.batchGet(ids) : [];
}
