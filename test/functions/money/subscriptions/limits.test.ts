import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { subscriptions } from "#functions/money/subscriptions/routes.ts";
import { invitations } from "#functions/tenancy/members/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { DEMO_PLANS } from "#infra/local/demo-plans.ts";
import { tryUseFeature, usageWrites } from "#lib/tenancy/plans/features.ts";
import { Plans } from "#lib/tenancy/plans/schema.ts";
import { setPlan } from "#lib/tenancy/plans/service.ts";
import { FUTURE_YEAR } from "#test/support/dates.ts";
import { callHandler, sellPlans } from "#test/support/plans.ts";
import { newEmail, somebody, testContext } from "#test/support/world.ts";

sellPlans();

test("the demo's plans are valid plans", () => {
  expect(Plans.parse(DEMO_PLANS).map(({ id }) => id)).toEqual(["free", "pro", "scale"]);
});

async function openPage() {
  const owner = await somebody();
  const { body } = await open(owner.token);
  return { id: String(body.id), token: owner.token };
}
const open = (token: string) =>
  callHandler(stores.createStore, { token, body: { key: `p-${crypto.randomUUID().slice(0, 18)}` } });
const PLAN_LIMIT = { status: 403, body: { error: "BUSINESS.PLAN_LIMIT" } };

test("concurrent new products never exceed the limit, and a deleted one makes room", async () => {
  const { id: storeId, token } = await openPage();
  const params = { storeId };
  const make = (key: string) => callHandler(products.createProduct, { params, token, body: { key } });
  const answers = await Promise.all([...Array(8).keys()].map((each) => make(`prod-${each}`)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(3);
  const refusal = answers.find(({ status }) => status !== 201);
  expect(refusal).toMatchObject(PLAN_LIMIT);
  expect(refusal?.body.message).toContain("Free");
  expect(refusal?.body.message).toContain("3 of products");
  await callHandler(products.deleteProduct, { params: { storeId, productId: made[0]?.body.id }, token });
  expect((await make("once-more")).status).toBe(201);
  expect(await make("too-many")).toMatchObject(PLAN_LIMIT);
  const { body } = await callHandler(subscriptions.showSubscription, {
    params: { businessId: storeId },
    token,
  });
  expect(body.usage.products).toEqual({ used: 3, limit: 3, resets_at: null });
  expect(body.usage.members).toMatchObject({ used: 1, limit: 2 });
  expect(body.usage.ai_answers.resets_at).toBeGreaterThan(Date.now() / 1000);
});

test("an account opens as many stores as its largest plan allows, and a deleted one makes room", async () => {
  const first = await openPage();
  const { token } = first;
  const more = await Promise.all([open(token), open(token), open(token)]);
  expect(more.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(more.find(({ status }) => status !== 201)).toMatchObject(PLAN_LIMIT);
  await callHandler(stores.deleteStore, { params: { storeId: first.id }, token });
  const third = await open(token);
  expect(third.status).toBe(201);
  expect(await open(token)).toMatchObject(PLAN_LIMIT);
  const paid = { plan_id: "pro", status: "ACTIVE" as const, past_due_since: null };
  await transact(testContext(), [setPlan(testContext(), third.body.id, paid)]);
  expect((await open(token)).status).toBe(201);
});

test("a full team invites nobody", async () => {
  const { id: businessId, token } = await openPage();
  const invite = () =>
    callHandler(invitations.createInvitation, { params: { businessId }, token, body: { email: newEmail() } });
  expect((await invite()).status).toBeLessThan(300);
  await transact(testContext(), await usageWrites(testContext(), businessId, "members"));
  expect(await invite()).toMatchObject(PLAN_LIMIT);
});

test("a monthly limit has room again in the next month", async () => {
  const { id } = await openPage();
  const at = (now: number) => testContext({ now: () => now, clock: () => now });
  const november = Date.UTC(FUTURE_YEAR, 10, 30, 23, 59, 59) / 1000;
  const take = (now: number, by = 1) => tryUseFeature(at(now), id, "newsletter_mails", by);
  expect([await take(november), await take(november), await take(november)]).toEqual([true, true, false]);
  expect([await take(november + 1, 3), await take(november + 1, 2)]).toEqual([false, true]);
});

test("a larger plan applies at once, and what exceeds a smaller one stays", async () => {
  const { id } = await openPage();
  const ctx = testContext();
  const on = (plan_id: string) =>
    transact(ctx, [setPlan(ctx, id, { plan_id, status: "ACTIVE", past_due_since: null })]);
  const take = (by: number) => tryUseFeature(ctx, id, "products", by);
  expect([await take(3), await take(1)]).toEqual([true, false]);
  await on("pro");
  expect([await take(3), await take(1)]).toEqual([true, false]);
  await on("scale");
  expect(await take(100)).toBe(true);
  await on("free");
  expect(await take(1)).toBe(false);
});

test("a store that several requests delete at once makes room for one", async () => {
  const { id: storeId, token } = await openPage();
  const remove = () => callHandler(stores.deleteStore, { params: { storeId }, token });
  const statuses = (await Promise.all([...Array(6)].map(remove))).map(({ status }) => status);
  expect(statuses.filter((status) => status < 300)).toHaveLength(1);
  expect([(await open(token)).status, (await open(token)).status]).toEqual([201, 201]);
  expect(await open(token)).toMatchObject(PLAN_LIMIT);
});
