import { withRetries } from "#core/dynamo/retry.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { attempts } from "#lib/money/payments/table.ts";
import type { StripeStore } from "#test/proofs/stripe-store.ts";
import { interceptCalls } from "./table.ts";
import { testContext } from "./world.ts";

/** A payment with one payment page. */
type PaymentPage = { shop: { id: string }; paymentId: string };

/**
 * Runs `meanwhile` between two steps of closing a payment page: after its record is read, before its provider is asked.
 */
export async function afterPageRead<T>(
  { shop: { id: tenant_id }, paymentId: payment_id }: PaymentPage,
  meanwhile: () => Promise<unknown>,
  run: () => Promise<T>,
): Promise<T> {
  const pageKeys = [
    payments.key({ tenant_id, id: payment_id }),
    attempts.key({ tenant_id, payment_id, n: 1 }),
  ];
  let hasRead = false;
  const result = await interceptCalls(async (_, next, input) => {
    const answer = await next();
    const asked = JSON.stringify(input);
    if (!hasRead && pageKeys.every(({ pk }) => asked.includes(pk))) {
      hasRead = true;
      await meanwhile();
    }
    return answer;
  }, run);
  if (!hasRead) throw new Error(`Nobody read the payment page of ${payment_id}.`);
  return result;
}

/**
 * Records that a payment page was paid, and issues a partial refund that then fails at the provider.
 */
export async function failRefund(till: StripeStore, { shop, paymentId }: PaymentPage): Promise<void> {
  await withRetries(() => syncPayment(testContext(), { tenant_id: shop.id, payment_id: paymentId, n: 1 }));
  await till.refund(paymentId, 300);
  await till.issue(paymentId);
  const refund = (await till.desk.books()).refunds.at(-1);
  await till.desk.settleRefund(refund?.id ?? "", "failed");
}
