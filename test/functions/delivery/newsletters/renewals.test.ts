import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { env } from "#core/env.ts";
import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import { newsletters, newsletterWorkers } from "#functions/delivery/newsletters/routes.ts";
import { paymentWorkers } from "#functions/money/payments/routes.ts";
import { platformWorkers } from "#functions/system/platform/routes.ts";
import { dashboardOf } from "#infra/local/stripe/dashboard.ts";
import { confirmSubscription, unsubscribe } from "#lib/delivery/newsletters/membership.ts";
import { dueRenewals, renewSubscription } from "#lib/delivery/newsletters/renewals.ts";
import { duePages } from "#lib/money/payments/due.ts";
import { endPayments } from "#lib/money/payments/end-payments.ts";
import { createProvider } from "#lib/money/payments/providers.ts";
import { type NewsletterPlans, openNewsletterPlans } from "#test/proofs/plans.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { runDue } from "#test/support/due.ts";
import { inParallel } from "#test/support/random.ts";
import { decideAtStripe } from "#test/support/stripe.ts";
import { killAfterCall } from "#test/support/table.ts";
import { eventually, mailTo, testContext, workerContext } from "#test/support/world.ts";

/** A reader who paid for a first period at Stripe, which calls the stack back. */
async function openPlanPaidAtStripe() {
  const start = Math.floor(Date.now() / 1000);
  const plans = await openNewsletterPlans(start);
  const key = `sk_test_${newId("x").slice(2)}`;
  const desk = dashboardOf(env("STRIPE_API"), key);
  const secret = await desk.listen(
    `${env("PUBLIC_URL")}/v1/payments/stripe/webhook?store=${plans.businessId}`,
  );
  const account = { type: "stripe" as const, publishable_key: "", secret_key: key, webhook_secret: secret };
  await createProvider(plans.ctx, plans.businessId, account);
  const asked = await plans.subscribe("gold");
  await decideAtStripe("checkoutUrl" in asked ? asked.checkoutUrl : "", "approve");
  await waitForPeriod(plans, start + 31 * DAY, 60);
  const { expiresAt } = await plans.subscriber();
  return { plans, desk, end: expiresAt ?? 0 };
}

/** Waits until the paid period ends at this time, give or take some seconds. */
function waitForPeriod(plans: NewsletterPlans, until: number, within = 0) {
  return eventually(async () => {
    const { status, expiresAt } = await plans.subscriber();
    return status === "ACTIVE" && Math.abs((expiresAt ?? 0) - until) <= within;
  }, `being paid until ${until}`);
}

/** The reader unsubscribes by a link; the stack's workers may change the subscriber at the same time. */
async function unsubscribeByLink(plans: NewsletterPlans): Promise<void> {
  const link = await plans.token("unsubscribe");
  await withRetries(() => unsubscribe(plans.ctx, plans.businessId, link));
}

const tick = (plans: NewsletterPlans) =>
  runDue(workerContext(newsletterWorkers.processDueSends, plans.ctx.clock), dueRenewals, plans.businessId);
/** A tick whose process dies after it stored its charge and before it learns the outcome. */
const dyingTick = (plans: NewsletterPlans) =>
  killAfterCall(
    (input) => JSON.stringify(input).includes("pi_"),
    () => tick(plans),
  );
const passToLastDay = (plans: NewsletterPlans, end: number) => plans.pass(end - 43_200 - plans.ctx.now());

test("a plan paid at Stripe renews once in its last day, however many ticks run at once", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  plans.pass(25 * DAY);
  await tick(plans);
  expect((await desk.books()).charged).toBe(500);
  passToLastDay(plans, end);
  await desk.fail("^/v1/payment_intents$", "after");
  await inParallel(4, 4, () => tick(plans));
  await waitForPeriod(plans, end + 31 * DAY);
  await tick(plans);
  expect((await desk.books()).charged).toBe(1000);
  await plans.check();
});

test("a charge whose answer was lost is completed once", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  passToLastDay(plans, end);
  for (const when of ["before", "after"] as const) await desk.fail("^/v1/payment_intents", when, 500);
  await desk.fail("^/v1/payment_intents", "before", 503);
  await tick(plans).catch(() => undefined);
  plans.pass(120);
  await runDue(workerContext(paymentWorkers.processDuePayments, plans.ctx.clock), duePages, plans.businessId);
  await waitForPeriod(plans, end + 31 * DAY);
  expect(await desk.books()).toMatchObject({ charged: 1000, misused: [] });
});

test("without a callback, the tick that made a charge learns its outcome", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  await desk.hold();
  passToLastDay(plans, end);
  await tick(plans);
  await waitForPeriod(plans, end + 31 * DAY);
  expect((await desk.books()).charged).toBe(1000);
});

test("a declined card is reported with a payment link, and the period ends if nobody pays", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  // Without callbacks, so that only the tick learns of the declined card.
  await desk.hold();
  passToLastDay(plans, end);
  await desk.card(false);
  await tick(plans);
  const { email } = await plans.subscriber();
  expect((await mailTo(email)).subject).toContain("Your card was declined");
  expect((await desk.books()).charged).toBe(500);
  plans.pass(DAY);
  await tick(plans);
  expect((await plans.subscriber()).status).toBe("EXPIRED");
});

test("the tick that made a slow charge announces it as pending", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  await desk.hold();
  passToLastDay(plans, end);
  await desk.payLater();
  await tick(plans);
  await waitForEvents({ id: plans.businessId }, newsletterWorkers.processDueSends, ["payment.authorized"]);
});

test("deleting a store reports a declined charge whose caller died before the answer", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  await desk.hold();
  passToLastDay(plans, end);
  await desk.card(false);
  await dyingTick(plans);
  const worker = platformWorkers.purge;
  await endPayments(workerContext(worker, plans.ctx.clock), plans.businessId, plans.ctx.now());
  await waitForEvents({ id: plans.businessId }, worker, ["payment.failed"]);
});

test("a reader who left is not charged, and a running charge is refunded", async () => {
  const { plans, desk, end } = await openPlanPaidAtStripe();
  await unsubscribeByLink(plans);
  passToLastDay(plans, end);
  await tick(plans);
  expect((await desk.books()).charged).toBe(500);
  const other = await openPlanPaidAtStripe();
  await other.desk.hold();
  passToLastDay(other.plans, other.end);
  await dyingTick(other.plans);
  await unsubscribeByLink(other.plans);
  for (const { id } of await other.desk.callbacks()) await other.desk.deliver(id);
  await eventually(async () => (await other.desk.books()).returned === 500, "the money going back");
});

test("without Stripe the reader gets one reminder with a link to pay the next period", async () => {
  // The link is opened in the last days of the period.
  const plans = await openNewsletterPlans(Math.floor(Date.now() / 1000) - 25 * DAY);
  await plans.buy("gold");
  plans.pass(25 * DAY);
  await inParallel(3, 3, () => tick(plans));
  const { email } = await plans.subscriber();
  const letter = await mailTo(email);
  expect(letter.subject).toContain("Your subscription ends soon");
  const link = /https?:\S+renew-subscription\?token=\S+/.exec(letter.body.text ?? "")?.[0] ?? "";
  const token = new URL(link).searchParams.get("token") ?? "";
  const opened = { params: { businessId: plans.businessId }, query: { token } };
  const page = await ok(newsletters.showRenewal, opened);
  expect(String(page)).toContain("<form");
  const paying = await invokeDirect(newsletters.renewSubscription, { ...opened, body: "" });
  expect(paying, paying.body).toMatchObject({
    status: 302,
    headers: { location: expect.stringContaining("/checkouts/") },
  });
  plans.pass(60 * DAY);
  await expect(renewSubscription(plans.ctx, plans.businessId, token)).rejects.toMatchObject({
    code: "NEWSLETTER.NOT_SUBSCRIBED",
  });
});

test("opening a reminder's link again ends a payment page that can no longer be opened", async () => {
  const now = Math.floor(Date.now() / 1000);
  const plans = await openNewsletterPlans(now - 25 * DAY);
  await plans.buy("gold");
  plans.pass(25 * DAY);
  const { desk } = await openStripeStore(plans.businessId);
  const { planId } = await plans.subscriber();
  const token = await plans.token("renew", planId);
  await desk.fail("^/v1/checkout/sessions$", "before", 403);
  const early = testContext({ clock: () => now - 600 });
  const refusal = { code: "PAYMENT.STRIPE_ERROR" };
  await expect(renewSubscription(early, plans.businessId, token)).rejects.toMatchObject(refusal);
  const again = { params: { businessId: plans.businessId }, query: { token }, body: "" };
  expect((await invokeDirect(newsletters.renewSubscription, again)).body).toContain(refusal.code);
  await waitForEvents({ id: plans.businessId }, newsletters.renewSubscription, ["payment.failed"]);
});

test("a confirmation link is valid for seven days, an unsubscribe link forever", async () => {
  const plans = await openNewsletterPlans(Math.floor(Date.now() / 1000));
  await plans.subscribe("free");
  const token = await plans.token("confirm", "free");
  const leave = await plans.token("unsubscribe");
  plans.pass(7 * DAY);
  await expect(confirmSubscription(plans.ctx, plans.businessId, token)).rejects.toMatchObject({
    code: "NEWSLETTER.NOT_SUBSCRIBED",
  });
  plans.pass(1000 * DAY);
  const left = await withRetries(() => unsubscribe(plans.ctx, plans.businessId, leave));
  expect(left.status).toBe("CANCELLED");
});

test("each subscriber of a deleted newsletter is announced as deleted once", async () => {
  const plans = await openNewsletterPlans(Math.floor(Date.now() / 1000));
  await plans.subscribe("free");
  await plans.forget();
  await plans.forget();
  expect(await plans.announced("subscriber.deleted")).toBe(1);
});
