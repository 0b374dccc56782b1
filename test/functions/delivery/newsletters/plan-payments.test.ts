// Alone: it starts a stack of its own.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { confirmSubscription, unsubscribe } from "#lib/delivery/newsletters/membership.ts";
import { dueRenewals } from "#lib/delivery/newsletters/renewals.ts";
import { newslettersManifest } from "#test/proofs/functions/newsletters.ts";
import { type NewsletterPlans, openNewsletterPlans } from "#test/proofs/plans.ts";
import { FUTURE } from "#test/support/dates.ts";
import { runDue } from "#test/support/due.ts";

const START = FUTURE;
let stack: Stack;
beforeAll(async () => {
  // No workers run here, so every step has the test's own time.
  stack = await startStack({ manifest: newslettersManifest, environment: { LOG_LEVEL: "SILENT" } });
});
afterAll(() => stack.stop());

const openPlans = () => openNewsletterPlans(START);
const unsubscription = (plans: NewsletterPlans) =>
  plans.token("unsubscribe").then((token) => unsubscribe(plans.ctx, plans.businessId, token));
const confirmation = (plans: NewsletterPlans, planId: string) =>
  plans.token("confirm", planId).then((token) => confirmSubscription(plans.ctx, plans.businessId, token));

test("a paid plan becomes active only by the capture of its payment", async () => {
  const plans = await openPlans();
  const payment = await plans.checkout("gold");
  expect(await plans.status()).toBe("PENDING");
  await expect(confirmation(plans, "gold")).rejects.toMatchObject({ code: "NEWSLETTER.NOT_SUBSCRIBED" });
  await plans.tell(payment, "authorized");
  expect(await plans.status()).toBe("PENDING");
  await plans.tell(payment, "captured");
  expect(await plans.status()).toBe("ACTIVE");
  expect(await plans.subscriber()).toMatchObject({ planId: "gold", expiresAt: START + 31 * DAY });
  await expect(plans.checkout("gold")).rejects.toMatchObject({ code: "NEWSLETTER.ALREADY_SUBSCRIBED" });
});

test("a payment that failed or expired activates nobody, and another can be made", async () => {
  const plans = await openPlans();
  const first = await plans.checkout("gold");
  expect(await plans.checkout("gold")).toBe(first);
  await plans.tell(first, "authorized");
  await plans.tell(first, "failed");
  expect(await plans.status()).toBe("PENDING");
  const second = await plans.checkout("gold");
  expect(second).not.toBe(first);
  await plans.tell(second, "captured");
  expect(await plans.status()).toBe("ACTIVE");
});

test("a capture that is reported many times counts as one period", async () => {
  const plans = await openPlans();
  const payment = await plans.checkout("gold");
  await plans.receive(payment, "captured");
  await Promise.all([1, 2, 3].map(() => plans.settle(payment)));
  plans.pass(30 * DAY);
  await plans.tell(payment, "captured", "again");
  expect((await plans.subscriber()).expiresAt).toBe(START + 31 * DAY);
  expect(await plans.kept(payment)).toBe(500);
  plans.pass(2 * DAY);
  await plans.settle(payment);
  expect(await plans.status()).toBe("EXPIRED");
});

test("the second of two payments for one period is refunded", async () => {
  const plans = await openPlans();
  const first = await plans.checkout("gold");
  const second = await plans.checkout("silver");
  await plans.tell(second, "captured");
  await plans.tell(first, "captured");
  expect(await plans.subscriber()).toMatchObject({ planId: "silver", expiresAt: START + 31 * DAY });
  expect([await plans.kept(first), await plans.kept(second)]).toEqual([0, 300]);
});

test("the next period can be paid once in the last week, and starts where the paid one ends", async () => {
  const plans = await openPlans();
  await plans.buy("gold");
  plans.pass(23 * DAY);
  await expect(plans.checkout("gold")).rejects.toMatchObject({ code: "NEWSLETTER.ALREADY_SUBSCRIBED" });
  plans.pass(2 * DAY);
  await expect(plans.checkout("silver")).rejects.toMatchObject({ code: "NEWSLETTER.ALREADY_SUBSCRIBED" });
  const renewal = await plans.checkout("gold");
  plans.pass(2 * DAY);
  await plans.tell(renewal, "captured");
  expect((await plans.subscriber()).expiresAt).toBe(START + 62 * DAY);
  await expect(plans.checkout("gold")).rejects.toMatchObject({ code: "NEWSLETTER.ALREADY_SUBSCRIBED" });
});

test("a period ends in time, is announced once as ended, and can be paid again", async () => {
  const plans = await openPlans();
  await plans.buy("gold");
  plans.pass(31 * DAY - 1);
  await runDue(plans.ctx, dueRenewals, plans.businessId);
  expect(await plans.status()).toBe("ACTIVE");
  plans.pass(1);
  expect(await plans.status()).toBe("EXPIRED");
  const before = await plans.announced();
  await Promise.all([
    runDue(plans.ctx, dueRenewals, plans.businessId),
    runDue(plans.ctx, dueRenewals, plans.businessId),
  ]);
  await runDue(plans.ctx, dueRenewals, plans.businessId);
  expect(await plans.announced()).toBe(before + 1);
  expect((await plans.subscriber()).status).toBe("EXPIRED");
  await expect(confirmation(plans, "gold")).rejects.toMatchObject({ code: "NEWSLETTER.NOT_SUBSCRIBED" });
  await plans.buy("gold");
  expect((await plans.subscriber()).expiresAt).toBe(START + 62 * DAY);
});

test("a reader who comes back to a free plan after a paid period stays subscribed", async () => {
  const plans = await openPlans();
  await plans.buy("gold");
  plans.pass(31 * DAY);
  await runDue(plans.ctx, dueRenewals, plans.businessId);
  await plans.subscribe("free");
  await confirmation(plans, "free");
  await runDue(plans.ctx, dueRenewals, plans.businessId);
  expect(await plans.subscriber()).toMatchObject({ status: "ACTIVE", planId: "free", expiresAt: null });
});

test("a reader who left a paid plan comes back in the same period without paying again", async () => {
  const plans = await openPlans();
  await plans.buy("gold");
  await unsubscription(plans);
  expect(await plans.status()).toBe("CANCELLED");
  expect(await plans.subscribe("gold")).toMatchObject({ status: "PENDING", planId: "gold" });
  expect(await plans.status()).toBe("CANCELLED");
  await confirmation(plans, "gold");
  expect((await confirmation(plans, "gold")).status).toBe("ACTIVE");
  expect((await plans.subscriber()).expiresAt).toBe(START + 31 * DAY);
  await unsubscription(plans);
  plans.pass(31 * DAY);
  await expect(confirmation(plans, "gold")).rejects.toMatchObject({ code: "NEWSLETTER.NOT_SUBSCRIBED" });
  expect(await plans.subscribe("gold")).toHaveProperty("checkoutUrl");
});

test("money that arrives after a reader left is refunded and does not resubscribe them", async () => {
  const plans = await openPlans();
  const payment = await plans.checkout("gold");
  await plans.tell(payment, "authorized");
  await unsubscription(plans);
  await plans.tell(payment, "captured");
  expect(await plans.status()).toBe("CANCELLED");
  expect(await plans.kept(payment)).toBe(0);
});

test("the refund of a deleted newsletter's payment is requested once, even when it is refused", async () => {
  const plans = await openPlans();
  const payment = await plans.checkout("gold");
  await plans.forget();
  await plans.tell(payment, "captured");
  expect(await plans.kept(payment)).toBe(0);
  await plans.refuse(payment);
  expect(await plans.kept(payment)).toBe(500);
  for (let looks = 0; looks < 3; looks++) await plans.settle(payment);
  expect(await plans.refunds()).toMatchObject([{ status: "failed", amount: 500 }]);
});

test("the link that confirms a free plan does not activate a paid one", async () => {
  const plans = await openPlans();
  await plans.subscribe("free");
  await plans.checkout("gold");
  await confirmation(plans, "free");
  expect(await plans.subscriber()).toMatchObject({ status: "ACTIVE", planId: "free", expiresAt: null });
  await plans.buy("gold");
  expect(await plans.subscriber()).toMatchObject({ planId: "gold", expiresAt: START + 31 * DAY });
  await unsubscription(plans);
  await plans.subscribe("free");
  expect(await plans.subscriber()).toMatchObject({ status: "CANCELLED", planId: "gold" });
});

test("a refunded period ends, and the one after it moves up", async () => {
  const plans = await openPlans();
  const first = await plans.buy("gold");
  plans.pass(26 * DAY);
  const second = await plans.buy("gold");
  await plans.refund(first);
  expect((await plans.subscriber()).expiresAt).toBe(START + 57 * DAY);
  await plans.refund(second);
  expect(await plans.status()).toBe("EXPIRED");
});

test("a reader who comes back gets nothing before confirming, whatever the payment does", async () => {
  const plans = await openPlans();
  const [first, second] = [await plans.checkout("silver"), await plans.checkout("gold")];
  await plans.tell(first, "captured");
  await unsubscription(plans);
  await plans.subscribe("silver");
  await plans.tell(second, "captured");
  expect(await plans.subscriber()).toMatchObject({ status: "CANCELLED", planId: "silver", paidBy: first });
  expect(await plans.kept(second)).toBe(0);
  await plans.refund(first);
  expect(await plans.subscriber()).toMatchObject({ status: "CANCELLED", expiresAt: START });
  await plans.check();
});

test("a refund of a past period changes nothing else, and a free plan is available at once", async () => {
  const plans = await openPlans();
  const first = await plans.buy("gold");
  plans.pass(31 * DAY);
  await runDue(plans.ctx, dueRenewals, plans.businessId);
  await plans.refund(first);
  expect((await plans.subscriber()).status).toBe("EXPIRED");
  await unsubscription(plans);
  const second = await plans.buy("gold");
  expect((await plans.subscriber()).status).toBe("ACTIVE");
  await unsubscription(plans);
  await plans.refund(second);
  expect(await plans.subscriber()).toMatchObject({ status: "CANCELLED", expiresAt: plans.ctx.now() });
  await plans.buy("gold");
  plans.pass(31 * DAY);
  expect(await plans.subscribe("free")).toMatchObject({ status: "PENDING", planId: "free" });
  expect(await plans.subscriber()).toMatchObject({ status: "ACTIVE", planId: "gold" });
  expect(await plans.status()).toBe("EXPIRED");
  await expect(confirmation(plans, "gold")).rejects.toMatchObject({ code: "NEWSLETTER.NOT_SUBSCRIBED" });
  await confirmation(plans, "free");
  expect(await plans.subscriber()).toMatchObject({ status: "ACTIVE", planId: "free", expiresAt: null });
});

test("a payment for a deleted newsletter is refunded", async () => {
  const plans = await openPlans();
  const payment = await plans.checkout("gold");
  await plans.forget();
  await plans.tell(payment, "captured");
  expect(await plans.kept(payment)).toBe(0);
});

const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      plan: fc.constantFrom("free", "silver", "gold"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("tell" as const),
      which: fc.nat(5),
      type: fc.constantFrom("captured", "captured", "failed", "authorized"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refund" as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("agree" as const),
      plan: fc.constantFrom("free", "silver", "gold"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("leave" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pass" as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
);

test("in any order of events, an active plan is paid for, and no period is paid twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
      const plans = await openPlans();
      const made: string[] = [];
      for (const step of actions) {
        const which = made.length > 0 && "which" in step ? made[step.which % made.length] : undefined;
        if (step.do === "ask")
          await plans.checkout(step.plan).then(
            (id) => id && made.push(id),
            () => undefined,
          );
        if (step.do === "tell" && which) await plans.tell(which, step.type, `${step.type}${plans.ctx.now()}`);
        if (step.do === "refund" && which) await plans.refund(which);
        if (step.do === "agree") await confirmation(plans, step.plan).catch(() => undefined);
        if (step.do === "leave") await unsubscription(plans).catch(() => undefined);
        if (step.do === "pass") {
          plans.pass(step.days * DAY);
          await runDue(plans.ctx, dueRenewals, plans.businessId);
        }
        await plans.check();
      }
    }),
    { numRuns: 12 },
  );
});
