import { expect, test } from "vitest";
import { table } from "#core/dynamo/client.ts";
import { transact } from "#core/dynamo/transact.ts";
import { plans, subscriptions, subscriptionWorkers } from "#functions/money/subscriptions/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { dueBooks, settleBilling } from "#lib/money/subscriptions/sandbox-billing.ts";
import { payBook } from "#lib/money/subscriptions/sandbox-book.ts";
import type { SandboxBook } from "#lib/money/subscriptions/schema.ts";
import { endBilling } from "#lib/money/subscriptions/service.ts";
import { sandboxBooks } from "#lib/money/subscriptions/table.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { PAST_DUE_GRACE, planInForce } from "#lib/tenancy/plans/features.ts";
import { tenantPlans } from "#lib/tenancy/plans/table.ts";
import { conflictAt } from "#test/proofs/table-faults.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { runDue } from "#test/support/due.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { callHandler, sellPlans } from "#test/support/plans.ts";
import { bulkWrite } from "#test/support/table.ts";
import {
  mailTo,
  member,
  openStore,
  somebody,
  type TestStore,
  testContext,
  workerContext,
} from "#test/support/world.ts";

sellPlans();

const SITE = "http://localhost:3000";
const returnUrls = { successUrl: `${SITE}/done`, cancelUrl: `${SITE}/no` };
const requestOf = (store: TestStore) => ({ params: { businessId: store.id }, token: store.owner.token });
const choose = (store: TestStore, planId: string) =>
  callHandler(subscriptions.subscribeToPlan, { ...requestOf(store), body: { planId, ...returnUrls } });
const show = async (store: TestStore) =>
  (await callHandler(subscriptions.showSubscription, requestOf(store))).body;
const tokenIn = (url: string) => url.split("/").at(-1) ?? "";
const actOnPage = (url: string, decision: string) =>
  invokeDirect(plans.actOnBilling, {
    params: { billingId: tokenIn(url) },
    body: `decision=${decision}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const booksOf = async (store: TestStore) =>
  (await sandboxBooks.query(sandboxBooks.partition({ tenant_id: store.id }), { consistent: true })).records;
const liveBooks = async (store: TestStore) =>
  (await booksOf(store)).filter(({ status }) => status === "active" || status === "past_due");

async function openOnPlan(planId: string): Promise<{ store: TestStore; portal: string }> {
  const store = await openStore();
  const { body } = await choose(store, planId);
  expect((await actOnPage(body.url, "approve")).headers.location).toBe(returnUrls.successUrl);
  const { body: desk } = await callHandler(subscriptions.openPortal, {
    ...requestOf(store),
    body: { returnUrl: SITE },
  });
  expect(desk.url).toBe(desk.portalUrl);
  return { store, portal: desk.url };
}

test("every signed-in caller reads the plans, cheapest first, without the keys of their prices", async () => {
  const { token } = await somebody();
  const { body } = await callHandler(plans.listPlans, { token });
  expect(body.map(({ id }: { id: string }) => id)).toEqual(["free", "pro", "scale"]);
  expect(JSON.stringify(body)).not.toContain("provider_price");
  expect((await callHandler(plans.listPlans)).status).toBe(401);
  expect(await ok(plans.listPlans, { as: { token } })).toMatchObject([{ id: "unlimited" }]);
});

test("the sandbox's page of a plan takes nothing for a deleted business", async () => {
  const store = await openStore();
  const { body } = await choose(store, "pro");
  await isDeleted(store.id, testContext().now());
  // Without this process noticing, as if another process did it.
  await bulkWrite([tombstones.create({ tenant_id: store.id, deleted_at: testContext().now() })]);
  expect((await actOnPage(body.url, "approve")).status).toBe(404);
  expect(await liveBooks(store)).toEqual([]);
});

test("a business that never chose is on the free plan, and only its owner changes that", async () => {
  const store = await openStore();
  expect(await show(store)).toMatchObject({
    id: null,
    planId: "free",
    status: "ACTIVE",
    pendingPlanId: null,
  });
  const admin = await member(store.id, "admin");
  const asked = { params: { businessId: store.id }, token: admin.token };
  expect((await callHandler(subscriptions.showSubscription, asked)).status).toBe(200);
  const tries = [
    callHandler(subscriptions.subscribeToPlan, { ...asked, body: { planId: "pro", ...returnUrls } }),
    callHandler(subscriptions.subscribeToPlanByAlias, { ...asked, body: { planId: "pro", ...returnUrls } }),
    callHandler(subscriptions.cancelSubscription, asked),
    callHandler(subscriptions.reactivateSubscription, asked),
    callHandler(subscriptions.openPortal, { ...asked, body: { returnUrl: SITE } }),
  ];
  for (const each of await Promise.all(tries)) expect(each.status).toBe(403);
});

test("a plan is paid on a page, and applies once it is paid", async () => {
  const store = await openStore();
  const { body } = await choose(store, "pro");
  expect(body.url).toBe(body.checkoutUrl);
  expect(await show(store)).toMatchObject({ planId: "free" });
  expect((await actOnPage(body.url, "decline")).headers.location).toBe(returnUrls.cancelUrl);
  expect(await show(store)).toMatchObject({ planId: "free" });
  await actOnPage(body.url, "approve");
  await actOnPage(body.url, "approve");
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE", cancelAtPeriodEnd: false });
  expect((await booksOf(store)).map(({ charged }) => charged)).toEqual([2900]);
});

test("an unknown plan, the same plan and a foreign return URL are refused", async () => {
  const { store } = await openOnPlan("pro");
  expect((await choose(store, "gold")).body.error).toBe("BUSINESS.PLAN_UNKNOWN");
  expect((await choose(store, "pro")).body.error).toBe("BUSINESS.PLAN_SAME");
  const body = { planId: "scale", ...returnUrls, successUrl: "https://elsewhere.example/x" };
  const { body: refusal } = await callHandler(subscriptions.subscribeToPlan, { ...requestOf(store), body });
  expect(refusal.validationErrors[0].field).toBe("successUrl");
});

test("an upgrade applies at once with proration, a downgrade from the end of the period on", async () => {
  const { store, portal } = await openOnPlan("pro");
  expect((await choose(store, "scale")).body).toEqual({ url: null, checkoutUrl: null });
  expect(await show(store)).toMatchObject({ planId: "scale", pendingPlanId: null });
  const [book] = await booksOf(store);
  expect(book?.charged).toBeGreaterThan(2900);
  expect(book?.charged).toBeLessThanOrEqual(9900);
  await choose(store, "pro");
  expect(await show(store)).toMatchObject({ planId: "scale", pendingPlanId: "pro" });
  await actOnPage(portal, "end_period");
  expect(await show(store)).toMatchObject({ planId: "pro", pendingPlanId: null, status: "ACTIVE" });
});

test("a cancelled plan works until its period ends, and can be reactivated", async () => {
  const { store, portal } = await openOnPlan("pro");
  await callHandler(subscriptions.cancelSubscription, {
    ...requestOf(store),
    query: { immediately: "false" },
  });
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE", cancelAtPeriodEnd: true });
  await callHandler(subscriptions.reactivateSubscription, requestOf(store));
  expect(await show(store)).toMatchObject({ cancelAtPeriodEnd: false });
  await choose(store, "free");
  // The request itself must announce the end, not a worker before it.
  await whileQueueHeld(store, subscriptionWorkers.settleBilling, () => actOnPage(portal, "end_period"));
  await waitForEvents(store, plans.actOnBilling, ["subscription.deleted"]);
  expect(await show(store)).toMatchObject({ planId: "free", status: "CANCELLED" });
  const late = await callHandler(subscriptions.reactivateSubscription, requestOf(store));
  expect(late.body.error).toBe("BUSINESS.NO_SUBSCRIPTION");
  expect((await choose(store, "pro")).body.url).toContain("http");
});

test("the owner is told of a failed payment, and after 14 days the free limits apply", async () => {
  const { store, portal } = await openOnPlan("pro");
  await actOnPage(portal, "fail_card");
  await actOnPage(portal, "end_period");
  expect(await show(store)).toMatchObject({ planId: "pro", status: "PAST_DUE" });
  expect((await mailTo(store.owner.email)).subject).toContain("could not be charged");
  const row = await tenantPlans.find({ tenant_id: store.id });
  const since = row?.past_due_since ?? 0;
  expect(planInForce(row, since + PAST_DUE_GRACE - 1).id).toBe("pro");
  expect(planInForce(row, since + PAST_DUE_GRACE).id).toBe("free");
  expect((await choose(store, "scale")).body.error).toBe("BUSINESS.PLAN_UNPAID");
  await actOnPage(portal, "mend_card");
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE" });
});

test("concurrent pages leave one that can be paid, and never two subscriptions", async () => {
  const store = await openStore();
  const answers = await Promise.all(["pro", "scale", "pro", "scale"].map((plan) => choose(store, plan)));
  const urls = answers.filter(({ status }) => status === 200).map(({ body }) => String(body.url));
  expect(urls.length).toBeGreaterThan(0);
  expect((await booksOf(store)).filter(({ status }) => status === "open")).toHaveLength(1);
  await Promise.all(urls.map((url) => actOnPage(url, "approve")));
  expect(await liveBooks(store)).toHaveLength(1);
});

test("the second of two payments is refunded", async () => {
  const { store } = await openOnPlan("pro");
  const [first] = await booksOf(store);
  if (!first) throw new Error("nothing was paid");
  const id = `${first.id}x`;
  await transact(testContext(), [sandboxBooks.create({ ...first, id })]);
  await settleBilling(workerContext(subscriptionWorkers.settleBilling), { tenant_id: store.id, ref: id });
  const [kept, refunded] = (await booksOf(store)).toSorted((a, b) => a.id.length - b.id.length);
  expect(kept).toMatchObject({ status: "active", refunded: 0 });
  expect(refunded).toMatchObject({ status: "cancelled", refunded: 2900 });
  expect(await show(store)).toMatchObject({ planId: "pro", status: "ACTIVE" });
});

/** A store whose plan was paid at the provider without a callback. */
async function openUnsynced(): Promise<{ store: TestStore; ref: string }> {
  const store = await openStore();
  await choose(store, "pro");
  return { store, ref: await changeBook(store, (book) => payBook(book, testContext().now())) };
}

async function changeBook(store: TestStore, change: (book: SandboxBook) => SandboxBook): Promise<string> {
  const [book] = await booksOf(store);
  if (!book) throw new Error("There is no book.");
  await transact(testContext(), [sandboxBooks.replace(book, change(book))]);
  return book.id;
}

const choice = { planId: "scale", ...returnUrls };
/** Requests that first read a subscription's state at the provider. */
const REQUESTS = [
  [subscriptions.showSubscription, undefined],
  [subscriptions.subscribeToPlan, choice],
  [subscriptions.subscribeToPlanByPut, choice],
  [subscriptions.subscribeToPlanByAlias, choice],
  [subscriptions.cancelSubscription, undefined],
  [subscriptions.reactivateSubscription, undefined],
  [subscriptions.openPortal, { returnUrl: SITE }],
] as const;

test.each(REQUESTS)(
  "a plan that was paid without a callback is found by the next request: $id",
  async (operation, body) => {
    const { store } = await openUnsynced();
    const json = body ? { body: JSON.stringify(body) } : {};
    expect((await invokeDirect(operation, { ...requestOf(store), ...json })).status).toBe(200);
    await waitForEvents(store, operation, ["subscription.created"]);
  },
);

test("a callback syncs a subscription with the provider, and the tick renews it", async () => {
  const { store, ref } = await openUnsynced();
  const sync = () =>
    settleBilling(workerContext(subscriptionWorkers.settleBilling), { tenant_id: store.id, ref });
  await sync();
  await changeBook(store, (book) => ({ ...book, cancel_at_period_end: true }));
  await sync();
  await waitForEvents(store, subscriptionWorkers.settleBilling, [
    "subscription.created",
    "subscription.updated",
  ]);
  const ended = await openUnsynced();
  const syncEnded = () =>
    settleBilling(workerContext(subscriptionWorkers.settleBilling), {
      tenant_id: ended.store.id,
      ref: ended.ref,
    });
  await syncEnded();
  await changeBook(ended.store, (book) => ({ ...book, status: "cancelled" }));
  await syncEnded();
  await waitForEvents(ended.store, subscriptionWorkers.settleBilling, ["subscription.deleted"]);
  const over = () => changeBook(store, (book) => ({ ...book, period_end: testContext().now() - 1 }));
  const tick = () => runDue(workerContext(subscriptionWorkers.processDueBilling), dueBooks, store.id);
  await changeBook(store, (book) => ({ ...book, cancel_at_period_end: false }));
  await over();
  await tick();
  await waitForEvents(store, subscriptionWorkers.processDueBilling, ["subscription.updated"]);
  await changeBook(store, (book) => ({ ...book, cancel_at_period_end: true }));
  await over();
  await tick();
  await waitForEvents(store, subscriptionWorkers.processDueBilling, ["subscription.deleted"]);
});

test("deleting a business ends its charges, and its page is gone", async () => {
  const { store, portal } = await openOnPlan("pro");
  await endBilling(testContext(), store.id);
  expect(await liveBooks(store)).toEqual([]);
  await callHandler(businesses.deleteBusiness, requestOf(store));
  const reply = await invokeDirect(plans.showBilling, { params: { billingId: tokenIn(portal) } });
  expect(reply.status).toBe(404);
});

test("a plan change that the provider made is answered as made, despite concurrent writes", async () => {
  const { store } = await openOnPlan("pro");
  let conflicts = 8;
  const stack = table().middlewareStack;
  stack.add(
    (next) => async (args) => {
      const text = JSON.stringify(args.input);
      if (conflicts === 0 || !text.includes("subscription.updated") || !text.includes(store.id))
        return next(args);
      conflicts -= 1;
      throw conflictAt(0, (args.input as { TransactItems: unknown[] }).TransactItems.length);
    },
    { step: "deserialize", name: "conflicts", priority: "high" },
  );
  try {
    expect(await choose(store, "scale")).toMatchObject({ status: 200 });
  } finally {
    stack.remove("conflicts");
  }
  // At least six conflicts occurred. A tick of the stack may have made the change before the others.
  expect(conflicts).toBeLessThanOrEqual(2);
  expect(await show(store)).toMatchObject({ planId: "scale" });
});

test("a plan is chosen by PUT or POST and changed under its own URL, with its price on the page", async () => {
  const store = await openStore();
  const chosen = { ...requestOf(store), body: { planId: "pro", ...returnUrls } };
  const { body } = await callHandler(subscriptions.subscribeToPlanByPut, chosen);
  const page = await invokeDirect(plans.showBilling, { params: { billingId: tokenIn(body.url) } });
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.body).toContain("29");
  await actOnPage(body.url, "approve");
  const dearer = { ...requestOf(store), body: { planId: "scale", ...returnUrls } };
  const { status } = await callHandler(subscriptions.subscribeToPlanByAlias, dearer);
  expect(status).toBe(200);
  expect(await show(store)).toMatchObject({ planId: "scale" });
});
