import assert from "node:assert/strict";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { newId } from "#core/id.ts";
import { operations } from "#functions/manifest.ts";
import { collections } from "#lib/content/legacy-content/table.ts";
import { subscribers } from "#lib/delivery/newsletters/table.ts";
import { duePages } from "#lib/money/payments/due.ts";
import { paymentEvents } from "#lib/money/payments/table.ts";
import { subscribeToPlan } from "#lib/money/subscriptions/service.ts";
import { stripeBilling } from "#lib/money/subscriptions/stripe.ts";
import { syncSubscription } from "#lib/money/subscriptions/sync-subscription.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { purge } from "#lib/system/deletion/service.ts";
import { CACHED_SECONDS, deleteTenant } from "#lib/tenancy/tenants/delete-tenant.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { runDue } from "#test/support/due.ts";
import { exampleBody, slotsOf } from "#test/support/fixtures.ts";
import { TEST_PLANS } from "#test/support/plans.ts";
import type { Random } from "#test/support/random.ts";
import { billByStripe, decideAtStripe } from "#test/support/stripe.ts";
import { bulkWrite, dumpTable, interceptCalls, watchCalls } from "#test/support/table.ts";
import { openStore, type TestStore, testContext } from "#test/support/world.ts";
import { openStripeStore } from "./stripe-store.ts";

/** A context two seconds ahead, later than every sale: times are whole seconds. */
const contextAfterSales = testContext({ clock: () => Date.now() / 1000 + 2 });
/** A context at a time when the caches of all functions have expired. */
const contextAfterCaches = testContext({ clock: () => Date.now() / 1000 + 2 + CACHED_SECONDS });
const WRITE_COMMAND = /Put|Update|Delete|Write/;
const CONSOLE_URL = "http://localhost:3000";

/**
 * Deletes a tenant with many records, a paid plan and payment pages in every state, while the deletion dies at each of its
 * writes in turn (or every `step` writes). Nothing remains, nothing is sold or written after the answer, and nobody is
 * charged afterwards.
 */
export async function deleteTenantWhileKilled(random: Random, records: number, step = 1) {
  const before = process.env.PLANS;
  process.env.PLANS = JSON.stringify(TEST_PLANS);
  const platform = await billByStripe(TEST_PLANS);
  try {
    const store = await openStore();
    const till = await openStripeStore(store.id);
    await subscribeByStripe(store, platform);
    await createRecords(store.id, records);
    const sold = await till.open();
    await till.approve(sold.url);
    for (const callback of await till.callbacks(sold.id, null)) assert.equal(await till.tell(callback), 200);
    await till.refund(sold.id, 1000);
    const unrecorded = await till.open();
    await till.approve(unrecorded.url);
    const open = [await till.open(), await till.open()];
    await deleteTenant(contextAfterSales, store.id);
    // At the same time somebody pays on a page that is still open.
    await till.approve(open[0]?.url ?? "");
    const refusals = await countRefusals(store);
    let kills = 0;
    for (const ctx of [contextAfterSales, contextAfterCaches]) {
      kills += await purgeWhileKilled(random, ctx, store.id, step);
      await withRetries(() => purge(ctx, { kind: "tenant", tenant_id: store.id }));
    }
    await assertNothingLeft(store.id);
    for (const { url } of [sold, unrecorded, ...open]) await till.approve(url);
    for (const callback of await till.desk.callbacks()) assert.equal(await till.tell(callback), 404);
    await runDue(testContext({ clock: () => Date.now() / 1000 + 7200 }), duePages, store.id);
    const { charged, returned, sessions } = await till.desk.books();
    assert.deepEqual([charged - returned], [4000], "only earlier sales are kept, less their refunds");
    assert.ok(!sessions.some(({ status }) => status === "open"), "a page can still be paid");
    const plans = await platform.desk.books();
    assert.ok(
      !plans.subscriptions.some(({ tenant, status }) => tenant === store.id && status !== "canceled"),
    );
    return { records, kills, refusals };
  } finally {
    process.env.PLANS = before ?? "";
    delete process.env.BILLING_STRIPE;
  }
}

async function subscribeByStripe(store: TestStore, { desk }: Awaited<ReturnType<typeof billByStripe>>) {
  const ctx = testContext();
  const addresses = { successUrl: CONSOLE_URL, cancelUrl: CONSOLE_URL };
  const { url } = await subscribeToPlan(ctx, store.id, { planId: "pro", ...addresses });
  await decideAtStripe(url, "approve");
  const [page] = (await desk.books()).sessions.filter(({ attempt: name }) => name === store.id);
  await syncSubscription(ctx, stripeBilling, store.id, page?.id ?? "");
}

async function createRecords(storeId: string, count: number): Promise<void> {
  const collectionId = newId("lcol");
  const half = Array.from({ length: Math.ceil(count / 2) }, (_, at) => String(at).padStart(6, "0"));
  const times = { createdAt: 1, updatedAt: 1 };
  const texts = { name: "Weekly", slug: collectionId, description: "", type: "NEWSLETTER" };
  const plain = { blocks: [], statuses: [], plans: [], tracking: { opens: true, clicks: false } };
  await bulkWrite([
    collections.create({ id: collectionId, businessId: storeId, ...texts, ...plain, ...times }),
    ...half.map((id) => paymentEvents.put({ tenant_id: storeId, provider: "proof", id, at: 1 })),
    ...half.map((id) =>
      subscribers.put({
        id: `nsub_${id}`,
        businessId: storeId,
        collectionId,
        email: `${id}@example.com`,
        planId: "free",
        status: "ACTIVE",
        ...{ expiresAt: null, due_at: null, paidBy: null, customer_id: null },
        ...times,
      }),
    ),
  ]);
}

/** Calls every operation of the deleted tenant as its owner: each is refused and writes nothing. */
async function countRefusals(store: TestStore): Promise<number> {
  const ids = { storeId: store.id, businessId: store.id };
  const guarded = operations.filter(
    ({ path, needs, method }) =>
      method !== "GET" && /\{(store|business)Id\}/.test(path) && needs !== "none" && needs !== "super",
  );
  for (const operation of guarded) {
    const slots = Object.fromEntries(slotsOf(operation).map((slot) => [slot, "some_id"]));
    const body = JSON.stringify(exampleBody(operation) ?? {});
    const { calls, result } = await watchCalls(() =>
      invokeDirect(operation, { params: { ...slots, ...ids }, body, token: store.owner.token }),
    );
    assert.ok(result.status >= 400 && result.status < 500, `${operation.id} answered ${result.status}`);
    const written = calls.filter(
      ({ command, input }) => WRITE_COMMAND.test(command) && !JSON.stringify(input).includes("BUDGET#"),
    );
    assert.deepEqual(written, [], `${operation.id} wrote`);
  }
  return guarded.length;
}

/**
 * Kills the deletion only at writes, as reads change nothing. A single write kills it twice, before and after it, as a
 * provider may have been called before.
 */
async function purgeWhileKilled(
  random: Random,
  ctx: Context,
  tenant_id: string,
  step: number,
): Promise<number> {
  let diedBefore = false;
  for (let kills = 0; ; kills++) {
    let left = step;
    try {
      await interceptCalls(
        async (command, next) => {
          if (left <= 0) throw new Error("killed");
          if (!WRITE_COMMAND.test(command) || --left > 0) return next();
          diedBefore = !diedBefore && (!command.startsWith("Batch") || random.chance(0.1));
          if (!diedBefore) await next();
          throw new Error("killed");
        },
        () => purge(ctx, { kind: "tenant", tenant_id }),
      );
      return kills;
    } catch (error) {
      assert.match(String(error), /killed|CONFLICT|Contention|contended/i);
    }
  }
}

async function assertNothingLeft(storeId: string): Promise<void> {
  const stay = new Set(["tombstone", "idempotency"]);
  for (const { name, deletion } of entities()) if (deletion.tenant === "expires") stay.add(name);
  const left = (await dumpTable()).filter(
    (item) => JSON.stringify(item).includes(storeId) && !stay.has(String(item._t)),
  );
  assert.deepEqual(
    left.map(({ pk, sk }) => `${pk} ${sk}`),
    [],
    "records of the tenant remain",
  );
}
