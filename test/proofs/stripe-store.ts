import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { newId } from "#core/id.ts";
import { payments as routes } from "#functions/money/payments/routes.ts";
import { type Callback, signatureOf } from "#infra/local/stripe/callbacks.ts";
import { dashboardOf } from "#infra/local/stripe/dashboard.ts";
import { beginPayment, renewPayment } from "#lib/money/payments/begin-payment.ts";
import { openPage } from "#lib/money/payments/pages.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { createProvider } from "#lib/money/payments/providers.ts";
import { issueRefund, reserveRefund } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { refunds } from "#lib/money/payments/table.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { openTenant } from "#test/proofs/deliveries.ts";
import { itemsOfPartitions } from "#test/support/bookings.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { decideAtStripe } from "#test/support/stripe.ts";
import { testContext } from "#test/support/world.ts";

const PAYMENT_AMOUNT = 5000;

export type StripeStore = Awaited<ReturnType<typeof openStripeStore>>;

/** A tenant with its own account at the stand-in for Stripe, whose callbacks wait until they are delivered. */
export async function openStripeStore(known?: string, currency = "EUR") {
  const ctx = testContext();
  const storeId = known ?? (await openTenant("https://example.com/", [])).storeId;
  const key = `sk_test_${newId("x").slice(2)}`;
  const desk = dashboardOf(env("STRIPE_API"), key);
  await desk.hold();
  const secret = await desk.listen("http://127.0.0.1:9/unused");
  const account = { type: "stripe" as const, publishable_key: "", secret_key: key, webhook_secret: secret };
  await createProvider(ctx, storeId, account);
  const business = await getTenant(ctx, storeId);
  const asked = (reference: string) => ({
    tenantId: storeId,
    reference,
    amount: PAYMENT_AMOUNT,
    currency,
    lines: [{ name: "Mug", quantity: 1, amount: PAYMENT_AMOUNT }],
  });

  return {
    ctx,
    storeId,
    desk,
    secret,
    /** A payment with its first page open. */
    async open() {
      const begun = await beginPayment(ctx, business, asked(newId("ord")));
      await transact(ctx, begun.writes);
      const { url } = await openPage(ctx, begun.attempt);
      return { id: begun.payment.id, url };
    },
    /** Opens another page of a payment while the one before can still be paid. */
    async openAnother(id: string) {
      const before = await payments.find({ tenant_id: storeId, id });
      assert.ok(before);
      const begun = await renewPayment(ctx, before, asked(before.reference));
      await transact(ctx, begun.writes);
      return (await openPage(ctx, begun.attempt)).url;
    },
    async payment(id: string): Promise<Payment> {
      const found = await payments.find({ tenant_id: storeId, id });
      assert.ok(found);
      return found;
    },
    async session(id: string, n = 1) {
      const found = (await desk.books()).sessions.find(({ attempt: name }) => name === `${id}-${n}`);
      assert.ok(found);
      return found;
    },
    /** Starts a partial refund; `issue` sends it to the provider. */
    refund: (id: string, amount: number) =>
      withRetries(async () => {
        const before = await payments.find({ tenant_id: storeId, id });
        assert.ok(before);
        await transact(ctx, reserveRefund(ctx, before, amount).writes);
      }),
    /** Sends waiting refunds to the provider, as the queue's worker would. */
    async issue(id: string): Promise<void> {
      for (const item of await itemsOfPartitions(refunds.partition({ tenant_id: storeId }))) {
        const { id: refund_id, payment_id } = refunds.parse(item);
        if (payment_id === id) await withRetries(() => issueRefund(ctx, { tenant_id: storeId, refund_id }));
      }
    },
    /** Callbacks about a payment so far. Refunds made at the dashboard name only the charge. */
    callbacks: (id: string, intent: string | null): Promise<Callback[]> =>
      desk.callbacks([id, ...(intent === null ? [] : [intent])]),
    /** Delivers a callback to the handler in this process; returns the status of its answer. */
    async tell(
      { body }: Callback,
      signature = signatureOf(body, secret),
      { store = storeId, from = "127.0.0.1", at }: { store?: string; from?: string; at?: number } = {},
    ): Promise<number> {
      const headers: Record<string, string> = {
        "content-type": "application/json",
        "stripe-signature": signature,
      };
      if (at !== undefined) headers["x-local-time"] = String(at);
      const request = { params: { provider: "stripe" }, query: { store }, body, headers, sourceIp: from };
      return (await invokeDirect(routes.receivePaymentEvent, request)).status;
    },
    approve: (url: string, decision: "approve" | "delay" = "approve") => decideAtStripe(url, decision),
  };
}
