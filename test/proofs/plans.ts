import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { newsletterWorkers } from "#functions/delivery/newsletters/routes.ts";
import { collections } from "#lib/content/legacy-content/table.ts";
import { removeSubscribers } from "#lib/delivery/newsletters/membership.ts";
import { activatePaid } from "#lib/delivery/newsletters/plan-payments.ts";
import { listSubscribers, subscribe } from "#lib/delivery/newsletters/subscribers.ts";
import { planPayments, subscribers } from "#lib/delivery/newsletters/table.ts";
import { type LinkPurpose, subscriptionToken } from "#lib/delivery/newsletters/token.ts";
import { isActive, versionOf } from "#lib/delivery/newsletters/view.ts";
import { attemptOfToken } from "#lib/money/payments/attempt-token.ts";
import { receivePaymentEvent } from "#lib/money/payments/callback.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { refundableAmount } from "#lib/money/payments/reversals.ts";
import { answerStep } from "#lib/money/payments/steps.ts";
import { refunds } from "#lib/money/payments/table.ts";
import { saleOfPeriod } from "#lib/system/figures/period-sale.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { decidePayment, type Outcome, refundAtSandbox } from "#test/support/payments.ts";
import { newEmail, testContext, testEvent, workerContext } from "#test/support/world.ts";
import { openTenant } from "./deliveries.ts";

const AMOUNTS = { free: 0, silver: 300, gold: 500 } as const;

const US_MARKET = {
  id: "market_us",
  key: "us",
  currency: "USD",
  taxMode: "EXCLUSIVE" as const,
  taxBps: 0,
  paymentMethods: [],
  zones: [],
};

export type NewsletterPlans = Awaited<ReturnType<typeof openNewsletterPlans>>;

/** A newsletter with a free and two paid plans, one subscriber, and a clock that only moves by hand. */
export async function openNewsletterPlans(start: number) {
  let time = start;
  const ctx = testContext({ now: () => time, clock: () => time });
  const { storeId: businessId } = await openTenant("https://example.com/", [], { markets: [US_MARKET] });
  const collectionId = newId("lcol");
  const email = newEmail();
  await transact(ctx, [collections.create(newsletterRecord(businessId, collectionId))]);

  const subscriber = async () => {
    const partition = subscribers.partition({ businessId, collectionId });
    const { records } = await subscribers.query(partition, { consistent: true });
    const [only] = records;
    assert.ok(only && records.length === 1, "one address is one subscriber");
    return only;
  };
  const subscribeTo = (plan_id: string) =>
    subscribe(ctx, businessId, collectionId, { id: collectionId, email, market: "us", plan_id });
  const paymentOf = async (id: string) => {
    const payment = await payments.find({ tenant_id: businessId, id });
    assert.ok(payment);
    return payment;
  };
  const eventOf = async (id: string) => {
    const { reference } = await paymentOf(id);
    const about = { tenant_id: businessId, type: "payment.captured", record_id: id };
    return testEvent({ ...about, id: "evt", at: time, data: { reference } });
  };

  const take = async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
    await withRetries(() => receivePaymentEvent(ctx, { name: "sandbox" }, Buffer.from(body), headers));
  };

  const plans = {
    ctx,
    businessId,
    subscriber,
    pass(seconds: number): void {
      time += seconds;
    },
    subscribe: subscribeTo,
    /** Starts a checkout for a plan; returns the payment's id, or an empty string for a free plan. */
    async checkout(plan: string): Promise<string> {
      const answer = await subscribeTo(plan);
      if (!("checkoutUrl" in answer)) return "";
      const opened = await attemptOfToken("sandbox-checkout", answer.checkoutUrl.split("/").at(-1) ?? "");
      return opened?.payment_id ?? "";
    },
    async buy(plan: string): Promise<string> {
      const id = await plans.checkout(plan);
      await plans.tell(id, "captured");
      return id;
    },
    /** Decides a payment in the sandbox and delivers its signed callback. */
    async receive(payment_id: string, outcome: Outcome, id: string = outcome): Promise<void> {
      await take(await decidePayment(businessId, payment_id, outcome, { id: `${id}_${payment_id}` }));
    },
    async settle(id: string): Promise<void> {
      const event = await eventOf(id);
      await withRetries(() => activatePaid(ctx, event));
    },
    async tell(id: string, type: Outcome, name?: string): Promise<void> {
      await plans.receive(id, type, name);
      await plans.settle(id);
    },
    async refund(id: string): Promise<void> {
      await take(await refundAtSandbox(businessId, id, `refunded${time}`));
      await plans.settle(id);
    },
    /** Lets the provider refuse the one pending refund. */
    async refuse(id: string): Promise<void> {
      const payment = await paymentOf(id);
      const [refund] = await plans.refunds();
      assert.ok(refund);
      const step = answerStep(payment, refund, { status: "failed", ref: null, reason: "no money" }, time);
      await transact(ctx, [
        step.refund && refunds.replace(refund, step.refund.after),
        step.payment && payments.replace(payment, step.payment),
      ]);
    },
    async refunds() {
      const partition = refunds.partition({ tenant_id: businessId });
      return (await refunds.query(partition, { consistent: true })).records;
    },
    async token(purpose: LinkPurpose, planId = ""): Promise<string> {
      const known = await subscriber();
      const { id: subscriberId } = known;
      const until = time + 7 * 86_400;
      return subscriptionToken(purpose, {
        businessId,
        collectionId,
        subscriberId,
        planId,
        subscriberVersion: versionOf(known),
        until,
      });
    },
    async status(): Promise<string | undefined> {
      const { items } = await listSubscribers(ctx, businessId, collectionId, { limit: 20 });
      return items[0]?.status;
    },
    /** The amount of a payment that the business keeps. */
    async kept(id: string): Promise<number> {
      return refundableAmount(await paymentOf(id));
    },
    async announced(named?: string): Promise<number> {
      const all = await storedEvents(businessId);
      return all.filter(({ resource, type }) => resource === "subscriber" && type === (named ?? type)).length;
    },
    async forget(): Promise<void> {
      const worker = workerContext(newsletterWorkers.removeSubscribers, ctx.clock);
      const about = { tenant_id: businessId, type: "collection.deleted", record_id: collectionId };
      await removeSubscribers(worker, testEvent({ ...about, id: "evt", at: time }));
    },
    /** Asserts what must hold at any time. */
    async check(): Promise<void> {
      const partition = planPayments.partition({ businessId, collectionId });
      const { records } = await planPayments.query(partition, { consistent: true });
      const counted = records.filter(({ state }) => state === "counted");
      for (const { paymentId, planId, state } of records) {
        const price = AMOUNTS[planId as keyof typeof AMOUNTS];
        assert.ok(
          (await plans.kept(paymentId)) === (state === "counted" ? price : 0),
          `${state} ${paymentId}`,
        );
      }
      for (const record of records) {
        const sale = saleOfPeriod(record);
        const net = sale ? sale.deductions.reduce((left, { amount }) => left - amount, sale.total) : 0;
        assert.equal(net, await plans.kept(record.paymentId), `figures of ${record.paymentId}`);
      }
      const { records: people } = await subscribers.query(
        subscribers.partition({ businessId, collectionId }),
      );
      const [person] = people;
      if (!person || !isActive(person, time) || person.planId === "free") return;
      const paid = counted.reduce((sum, { from, until }) => sum + (until ?? 0) - (from ?? 0), 0);
      assert.ok(paid > 0, `active on ${person.planId} without a payment`);
      const left = (person.expiresAt ?? Number.POSITIVE_INFINITY) - time;
      assert.ok(left <= paid, "active for longer than was paid");
      assert.ok(left <= 2 * 31 * 86_400, "more than the next period is paid ahead");
    },
  };
  return plans;
}

function newsletterRecord(businessId: string, id: string) {
  const plans = Object.entries(AMOUNTS).map(([name, amount]) => ({
    id: name,
    name,
    description: "",
    price: { amount, currency: "USD", interval: "MONTHLY" as const },
    features: [],
  }));
  const texts = { name: "Weekly", slug: id, description: "", type: "NEWSLETTER" };
  const times = { createdAt: 0, updatedAt: 0 };
  const tracking = { opens: true, clicks: false };
  const published = { id: "st_1", status: "PUBLISHED" as const, changedBy: "SYSTEM" as const, timestamp: 0 };
  return { id, businessId, ...texts, blocks: [], statuses: [published], plans, tracking, ...times };
}
