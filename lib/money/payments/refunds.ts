import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "./errors.ts";
import { IssueRefund } from "./messages.ts";
import { providerNamed } from "./registry.ts";
import type { Payment, Refund, RefundEntity, Refunded } from "./schema.ts";
import { announcePayment, paymentFor } from "./service.ts";
import { payments, refunds } from "./table.ts";

/** Refunds what a reservation or an order was paid with: an amount, or all that is left. */
export async function refundEntity(
  ctx: Context,
  tenantId: string,
  { entity, amount }: z.output<typeof RefundEntity>,
): Promise<z.output<typeof Refunded>> {
  const payment = await paymentFor(tenantId, entity);
  if (!payment) throw PAYMENT.NOT_FOUND();
  const left = payment.captured - payment.refunded;
  const wanted = amount ?? left;
  if (wanted > left || wanted <= 0)
    throw PAYMENT.REFUND_TOO_LARGE({ left: moneyText(left, payment.currency) });
  const { refund, writes } = refundOf(ctx, payment, wanted);
  return transact(ctx, writes, {
    success: true as const,
    refund: {
      id: refund.id,
      entity,
      paymentId: payment.id,
      amount: refund.amount,
      currency: refund.currency,
      status: refund.status,
      createdAt: refund.created_at,
    },
  });
}

/** The writes that give back all that is left of a payment; none when there is nothing. */
export function refundRest(ctx: Context, payment: Stored<Payment>): Write[] {
  const left = payment.captured - payment.refunded;
  return left > 0 ? refundOf(ctx, payment, left).writes : [];
}

/** Has the provider give money back. The amount was set aside before; what it refuses for good is put back. */
export async function issueRefund(ctx: Context, { tenant_id, refund_id }: IssueRefund): Promise<void> {
  const refund = await refunds.find({ tenant_id, id: refund_id });
  if (refund?.status !== "pending") return;
  const payment = await payments.find({ tenant_id, id: refund.payment_id });
  const provider = payment && providerNamed(payment.provider);
  if (!payment || !provider) throw new Error(`The refund ${refund_id} has no payment or provider.`);
  const done = await provider.refund(ctx, {
    refundId: refund.id,
    paymentId: payment.id,
    tenantId: tenant_id,
    providerRef: payment.provider_ref,
    amount: refund.amount,
    currency: refund.currency,
  });
  const settled: Refund = { ...refund, status: done ? "succeeded" : "failed", updated_at: ctx.now() };
  const restored = { ...payment, refunded: payment.refunded - refund.amount, updated_at: ctx.now() };
  await transact(ctx, [refunds.replace(refund, settled), !done && payments.replace(payment, restored)]);
}

// The amount is set aside under the payment's version, so that refunds at once never exceed what was captured.
function refundOf(
  ctx: Context,
  payment: Stored<Payment>,
  amount: number,
): { refund: Refund; writes: Write[] } {
  const now = ctx.now();
  const refund: Refund = {
    id: newId("ref", ctx.clock()),
    tenant_id: payment.tenant_id,
    payment_id: payment.id,
    reference: payment.reference,
    amount,
    currency: payment.currency,
    status: "pending",
    created_at: now,
    updated_at: now,
  };
  const after = { ...payment, refunded: payment.refunded + amount, updated_at: now };
  const writes = [
    payments.replace(payment, after),
    refunds.create(refund),
    announcePayment(ctx, "payment.refunded", after),
    enqueue(ctx, IssueRefund, { tenant_id: payment.tenant_id, refund_id: refund.id }),
  ];
  return { refund, writes };
}
