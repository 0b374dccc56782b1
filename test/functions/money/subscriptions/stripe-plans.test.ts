import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriptions } from "#functions/money/subscriptions/routes.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { endBilling } from "#lib/money/subscriptions/service.ts";
import { stripeBilling } from "#lib/money/subscriptions/stripe.ts";
import { syncSubscription } from "#lib/money/subscriptions/sync-subscription.ts";
import { Plan } from "#lib/tenancy/plans/schema.ts";
import { deleteTenant } from "#lib/tenancy/tenants/delete-tenant.ts";
import { callHandler, sellPlans, TEST_PLANS } from "#test/support/plans.ts";
import { permutations } from "#test/support/random.ts";
import { billByStripe, decideAtStripe } from "#test/support/stripe.ts";
import { openStore, type TestStore, testContext } from "#test/support/world.ts";

sellPlans();
let stripe: Awaited<ReturnType<typeof billByStripe>>;
beforeAll(async () => {
  stripe = await billByStripe(TEST_PLANS);
});
afterAll(async () => {
  // No idempotency key was used with two different contents.
  expect((await stripe.desk.books()).misused).toEqual([]);
});

const SITE = "http://localhost:3000";
const returnUrls = { successUrl: `${SITE}/done`, cancelUrl: `${SITE}/no` };
const requestOf = (store: TestStore) => ({ params: { businessId: store.id }, token: store.owner.token });
const choose = (store: TestStore, planId: string) =>
  callHandler(subscriptions.subscribeToPlan, { ...requestOf(store), body: { planId, ...returnUrls } });
const show = async (store: TestStore) =>
  (await callHandler(subscriptions.showSubscription, requestOf(store))).body;
const boughtBy = async (store: TestStore) =>
  (await stripe.desk.books()).subscriptions.filter(({ tenant }) => tenant === store.id);
const unendedOf = async (store: TestStore) =>
  (await boughtBy(store)).filter(({ status }) => status === "active" || status === "past_due");
/** The callbacks about a store so far. */
const callbacksOf = async (store: TestStore) =>
  (await stripe.desk.callbacks()).filter(({ body }) => body.includes(store.id));
const sendCallbacks = async (store: TestStore) => {
  for (const { body } of await callbacksOf(store)) expect(await stripe.tell(body)).toBe(200);
};

async function openOnPlan(planId: string): Promise<TestStore> {
  const store = await openStore();
  const { body } = await choose(store, planId);
  expect(await decideAtStripe(body.url, "approve")).toBe(returnUrls.successUrl);
  await sendCallbacks(store);
  return store;
}

test("a plan is paid at Stripe, applies once its callback is answered, and has Stripe's portal", async () => {
  const store = await openStore();
  const { body } = await choose(store, "pro");
  expect(body.url).toBe(body.checkoutUrl);
  expect(await show(store)).toMatchObject({ planId: "free" });
  await decideAtStripe(body.url, "decline");
  expect(await show(store)).toMatchObject({ planId: "free" });
  await decideAtStripe(body.url, "approve");
  await sendCallbacks(store);
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE", cancelAtPeriodEnd: false });
  const portal = await callHandler(subscriptions.openPortal, {
    ...requestOf(store),
    body: { returnUrl: SITE },
  });
  expect(portal.body.url).toContain("/portal/cus_");
});

test("an upgrade is charged at once, a declined card changes nothing, a downgrade waits", async () => {
  const store = await openOnPlan("pro");
  const before = (await stripe.desk.books()).charged;
  await stripe.desk.card(false);
  expect((await choose(store, "scale")).body.error).toBe("PAYMENT.STRIPE_ERROR");
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE" });
  await stripe.desk.card(true);
  expect((await choose(store, "scale")).body).toEqual({ url: null, checkoutUrl: null });
  expect(await show(store)).toMatchObject({ planId: "scale", pendingPlanId: null });
  expect((await stripe.desk.books()).charged - before).toBe(9900 - 2900);
  await choose(store, "pro");
  expect(await show(store)).toMatchObject({ planId: "scale", pendingPlanId: "pro" });
  await callHandler(subscriptions.reactivateSubscription, requestOf(store));
  expect(await show(store)).toMatchObject({ planId: "scale", pendingPlanId: null });
  await choose(store, "pro");
  await endPeriod(store);
  expect(await show(store)).toMatchObject({ planId: "pro", pendingPlanId: null, status: "ACTIVE" });
});

test("a cancelled plan works until its period ends, can be reactivated, and bought again", async () => {
  const store = await openOnPlan("pro");
  const cancel = (immediately: string) =>
    callHandler(subscriptions.cancelSubscription, { ...requestOf(store), query: { immediately } });
  await cancel("false");
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE", cancelAtPeriodEnd: true });
  await callHandler(subscriptions.reactivateSubscription, requestOf(store));
  expect(await show(store)).toMatchObject({ cancelAtPeriodEnd: false });
  await choose(store, "free");
  await endPeriod(store);
  expect(await show(store)).toMatchObject({ planId: "free", status: "CANCELLED" });
  expect((await choose(store, "pro")).body.url).toContain("/pay/");
});

test("a renewal that fails is past due until it is paid, and blocks changes of the plan", async () => {
  const store = await openOnPlan("pro");
  await stripe.desk.card(false);
  await endPeriod(store);
  expect(await show(store)).toMatchObject({ planId: "pro", status: "PAST_DUE" });
  expect((await choose(store, "scale")).body.error).toBe("BUSINESS.PLAN_UNPAID");
  await stripe.desk.card(true);
  await sendCallbacks(store);
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE" });
});

test("concurrent pages leave one that can be paid; the second payment is refunded", async () => {
  const store = await openStore();
  const answers = await Promise.all(["pro", "scale", "pro"].map((plan) => choose(store, plan)));
  const urls = answers.filter(({ status }) => status === 200).map(({ body }) => String(body.url));
  await Promise.all(urls.map((url) => decideAtStripe(url, "approve")));
  await sendCallbacks(store);
  expect(await unendedOf(store)).toHaveLength(1);
  const before = (await stripe.desk.books()).returned;
  // A page whose creator died before it was stored.
  const orphan = await stripeBilling.open(testContext(), {
    tenantId: store.id,
    plan: Plan.parse(TEST_PLANS[1]),
    ...returnUrls,
  });
  await decideAtStripe(orphan.url, "approve");
  expect(await unendedOf(store)).toHaveLength(2);
  await sendCallbacks(store);
  expect(await unendedOf(store)).toHaveLength(1);
  expect((await stripe.desk.books()).returned - before).toBe(2900);
});

test("every order of a subscription's callbacks, each sent twice, ends in the same state", async () => {
  const store = await openOnPlan("pro");
  await choose(store, "scale");
  await callHandler(subscriptions.cancelSubscription, {
    ...requestOf(store),
    query: { immediately: "true" },
  });
  const callbacks = await callbacksOf(store);
  const end = await show(store);
  expect(end).toMatchObject({ planId: "free", status: "CANCELLED" });
  for (const order of permutations(callbacks.slice(-3))) {
    for (const { body } of [...order, ...order]) {
      const fresh = JSON.stringify({
        ...JSON.parse(body),
        id: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
      });
      expect(await stripe.tell(fresh)).toBe(200);
    }
    expect(await show(store)).toEqual(end);
  }
});

test("a stale read of Stripe never overwrites a newer one", async () => {
  const store = await openOnPlan("pro");
  const [page] = (await stripe.desk.books()).sessions.filter(({ attempt }) => attempt === store.id);
  const ref = page?.id ?? "";
  let overtaken = false;
  const slow = {
    ...stripeBilling,
    async read(...asked: Parameters<typeof stripeBilling.read>) {
      const state = await stripeBilling.read(...asked);
      if (overtaken) return state;
      overtaken = true;
      await choose(store, "scale");
      return state && { ...state, cancelAtPeriodEnd: true };
    },
  };
  await syncSubscription(testContext(), slow, store.id, ref);
  expect(await show(store)).toMatchObject({ planId: "scale", cancelAtPeriodEnd: false });
});

test("a callback with a wrong signature, an old one or a changed byte is refused", async () => {
  const store = await openOnPlan("pro");
  const [callback] = await callbacksOf(store);
  const text = callback?.body ?? "";
  const now = Math.floor(Date.now() / 1000);
  expect(await stripe.tell(text, signatureOf(text, "whsec_wrong"))).toBe(400);
  expect(await stripe.tell(text, signatureOf(text, stripe.secret, now - 301))).toBe(400);
  expect(await stripe.tell(`${text} `, signatureOf(text, stripe.secret))).toBe(400);
  expect(await stripe.tell(text, "")).toBe(400);
});

test("a plan whose price at Stripe differs from the shown one is not sold", async () => {
  const store = await openStore();
  const before = process.env.PLANS;
  const dearer = TEST_PLANS.map((plan) => ({
    ...plan,
    price: { ...plan.price, amount: plan.price.amount + plan.tier },
  }));
  process.env.PLANS = JSON.stringify(dearer);
  expect((await choose(store, "pro")).body.error).toBe("BUSINESS.PLAN_PRICE");
  process.env.PLANS = before;
});

test("deleting a business ends its charges, also one that is paid at that moment", async () => {
  const store = await openOnPlan("pro");
  await endBilling(testContext(), store.id);
  expect(await unendedOf(store)).toEqual([]);
  const other = await openStore();
  const { body } = await choose(other, "pro");
  await deleteTenant(testContext(), other.id);
  await decideAtStripe(body.url, "approve");
  expect(await unendedOf(other)).toHaveLength(1);
  const before = (await stripe.desk.books()).returned;
  await sendCallbacks(other);
  expect(await unendedOf(other)).toEqual([]);
  expect((await stripe.desk.books()).returned - before).toBe(2900);
});

async function endPeriod(store: TestStore): Promise<void> {
  const [subscription] = await unendedOf(store);
  await stripe.desk.endPeriod(subscription?.id ?? "");
  await sendCallbacks(store);
}
