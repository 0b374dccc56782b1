import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { events } from "#core/events.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { listProviders } from "#lib/money/payments/providers.ts";
import { payTwice, permuteCallbacks, refundFromBothSides } from "#test/proofs/payment-callbacks.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { seeded } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";

test("after callbacks in any order, repeated, late or lost, a payment equals its provider's", () =>
  seeded((random) => permuteCallbacks(random, 1, 1)));

test("of two pages of one payment that are both paid, one is refunded", () =>
  seeded((random) => payTwice(random, 2)));

test("our refunds and the provider's, pending ones too, never exceed what came", () =>
  seeded((random) => refundFromBothSides(random, 1)));

test("refunds and disputes that are found together are announced one by one, once", async () => {
  const till = await openStripeStore();
  const { id, url } = await till.open();
  await till.approve(url);
  for (const callback of await till.callbacks(id, null)) await till.tell(callback);
  const { intent } = await till.session(id);
  await till.desk.refund(intent ?? "", 100);
  await till.desk.refund(intent ?? "", 200);
  const [lost, won] = [
    await till.desk.dispute(intent ?? "", 300),
    await till.desk.dispute(intent ?? "", 400),
  ];
  await till.desk.closeDispute(lost, "lost");
  await till.desk.closeDispute(won, "won");
  const callbacks = await till.callbacks(id, intent);
  await Promise.all([...callbacks, ...callbacks].map((callback) => till.tell(callback)));
  for (const callback of callbacks) expect(await till.tell(callback)).toBe(200);
  const stored = await events.query(
    events.child({ tenant_id: till.storeId, resource: "payment", record_id: id }),
    { index: "child_created" },
  );
  const given = stored.records.flatMap(({ type, data }) =>
    type === "payment.refunded" ? data.refunded : [],
  );
  expect(given.toSorted()).toEqual([100, 300, 600]);
  expect(await till.payment(id)).toMatchObject({
    ...{ refunded: 600, refund_pending: 0, desk_refunded: 600 },
    returns: expect.arrayContaining([
      expect.objectContaining({ kind: "desk", counted: 100, status: "succeeded" }),
      expect.objectContaining({ kind: "desk", counted: 200, status: "succeeded" }),
      expect.objectContaining({ kind: "dispute", counted: 300, status: "succeeded" }),
      expect.objectContaining({ kind: "dispute", counted: 0, status: "failed" }),
    ]),
  });
  expect(Object.keys(stored.records[0]?.data ?? {})).not.toContain("returns");
});

test("a callback for a payment that is not known yet is a 503, and succeeds when repeated", async () => {
  const till = await openStripeStore();
  const { id, url } = await till.open();
  await till.approve(url);
  const [callback] = await till.callbacks(id, null);
  const key = { tenant_id: till.storeId, id };
  const known = await payments.find(key);
  if (!callback || !known) throw new Error("Nothing was told.");
  await transact(till.ctx, [payments.remove(known)]);
  expect(await till.tell(callback)).toBe(503);
  await transact(till.ctx, [payments.create(known)]);
  expect(await till.tell(callback)).toBe(200);
  expect(await till.payment(id)).toMatchObject({ status: "captured", captured: 5000 });
});

test("a callback is committed within three round trips to the table", async () => {
  const till = await openStripeStore();
  const tripsOf = async (id: string, intent: string | null) => {
    const last = (await till.callbacks(id, intent)).at(-1);
    if (!last) throw new Error("Nothing was told.");
    const { result, trips } = await countTrips(() => till.tell(last));
    expect(result).toBe(200);
    return trips;
  };
  const { id, url } = await till.open();
  await till.approve(url);
  expect(await tripsOf(id, null)).toBeLessThanOrEqual(3);
  const { intent } = await till.session(id);
  await till.desk.waitRefunds();
  await till.refund(id, 1000);
  await till.issue(id);
  await till.desk.settleRefund((await till.desk.books()).refunds[0]?.id ?? "", "succeeded");
  expect(await tripsOf(id, intent)).toBeLessThanOrEqual(3);
  expect(await till.payment(id)).toMatchObject({ refunded: 1000 });
  await till.desk.waitRefunds(false);
  await till.desk.refund(intent ?? "", 500);
  expect(await tripsOf(id, intent)).toBeLessThanOrEqual(3);
  await till.desk.dispute(intent ?? "", 200);
  expect(await tripsOf(id, intent)).toBeLessThanOrEqual(3);
  expect(await till.payment(id)).toMatchObject({ refunded: 1500, refund_pending: 200 });
});

test("refused callbacks are counted where the store's staff see them", async () => {
  const [till, other] = [await openStripeStore(), await openStripeStore()];
  const { id, url } = await till.open();
  await till.approve(url);
  const [callback] = await till.callbacks(id, null);
  if (!callback) throw new Error("Nothing was told.");
  const old = Math.floor(Date.now() / 1000) - 301;
  const { body } = callback;
  const changed = { ...callback, body: body.replace("5000", "5001") };
  expect(await till.tell(callback, signatureOf(body, "whsec_wrong"))).toBe(400);
  expect(await till.tell(callback, signatureOf(body, till.secret, old))).toBe(400);
  expect(await till.tell(changed, signatureOf(body, till.secret))).toBe(400);
  // Validly signed by another store's secret, for another store's payment.
  expect(await till.tell(callback, signatureOf(body, other.secret), { store: other.storeId })).toBe(400);
  expect(await till.tell(callback)).toBe(200);
  expect(await till.tell(callback)).toBe(200);
  const [mine] = (await listProviders(till.ctx, till.storeId)).items;
  expect(mine?.refused_callbacks).toMatchObject({ signature: 3, repeated: 1, wrong_store: 0 });
  const [theirs] = (await listProviders(other.ctx, other.storeId)).items;
  expect(theirs?.refused_callbacks).toMatchObject({ wrong_store: 1 });
});

/** Round trips to the table. Calls that run concurrently count as one. */
async function countTrips<T>(run: () => Promise<T>): Promise<{ result: T; trips: number }> {
  let [trips, underWay] = [0, 0];
  const result = await interceptCalls(async (_command, next) => {
    if (underWay++ === 0) trips++;
    return next().finally(() => {
      underWay--;
    });
  }, run);
  return { result, trips };
}
