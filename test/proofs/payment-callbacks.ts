import assert from "node:assert/strict";
import type { Callback } from "#infra/local/stripe/callbacks.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { permutations, type Random } from "#test/support/random.ts";
import { openStripeStore, type StripeStore } from "./stripe-store.ts";

/** A change at the provider or in the backend. Callbacks may be delivered between any two changes. */
type PaymentChange = (till: StripeStore, id: string, url: string) => Promise<unknown>;

type PaymentCase = { name: string; moves: readonly PaymentChange[]; end: Partial<Payment> };

const intentOf = async (till: StripeStore, id: string) => (await till.session(id)).intent;
const finishPayment =
  (status: "succeeded" | "failed"): PaymentChange =>
  async (till, id) =>
    till.desk.settle((await till.session(id)).id, status);
const refundAtProvider =
  (amount: number): PaymentChange =>
  async (till, id) =>
    till.desk.refund((await intentOf(till, id)) ?? "", amount);
/** Delivers the callbacks, so that the payment is known to be captured, and refunds. */
const refundByStore =
  (amount: number): PaymentChange =>
  async (till, id) => {
    const intent = await intentOf(till, id);
    for (const callback of await till.callbacks(id, intent)) await till.tell(callback);
    await till.refund(id, amount);
    await till.issue(id);
  };
const openAndCloseDispute =
  (amount: number, end: "won" | "lost"): PaymentChange =>
  async (till, id) => {
    const dispute = await till.desk.dispute((await intentOf(till, id)) ?? "", amount);
    await till.desk.closeDispute(dispute, end);
  };

const PAYMENT_CASES: readonly PaymentCase[] = [
  {
    name: "paid",
    moves: [(till, _, url) => till.approve(url)],
    end: { status: "captured", captured: 5000, refunded: 0, refund_pending: 0 },
  },
  {
    name: "pending, then paid, then partly refunded at the provider's dashboard",
    moves: [(till, _, url) => till.approve(url, "delay"), finishPayment("succeeded"), refundAtProvider(700)],
    end: { status: "captured", captured: 5000, refunded: 700, refund_pending: 0 },
  },
  {
    name: "pending, then failed",
    moves: [(till, _, url) => till.approve(url, "delay"), finishPayment("failed")],
    end: { status: "failed", captured: 0, refunded: 0, refund_pending: 0 },
  },
  {
    name: "paid, refunded from here and at the dashboard, and disputed",
    moves: [
      (till, _, url) => till.approve(url),
      refundByStore(1000),
      refundAtProvider(500),
      openAndCloseDispute(1500, "lost"),
    ],
    end: { status: "captured", captured: 5000, refunded: 3000, refund_pending: 0 },
  },
  {
    name: "paid, and disputed in vain",
    moves: [(till, _, url) => till.approve(url), openAndCloseDispute(5000, "won"), refundByStore(5000)],
    end: { status: "captured", captured: 5000, refunded: 5000, refund_pending: 0 },
  },
];

/** Most callbacks that are tried in every order; more callbacks are tried in random orders. */
const MAX_PERMUTED = 4;

/**
 * Delivers the callbacks of payments in every order if they are few, and in random schedules repeated, late, or dropped
 * and sent again at the end: each payment ends as at the provider.
 */
export async function permuteCallbacks(random: Random, orders: number, schedules: number) {
  let payments = 0;
  let told = 0;
  for (const story of PAYMENT_CASES) {
    const till = await openStripeStore();
    const sample = await playCase(till, story);
    const all = await till.callbacks(sample.id, sample.intent);
    const every = all.length <= MAX_PERMUTED ? permutations(all.map((_, at) => at)) : [];
    const tried =
      every.length > 0 && every.length <= orders ? every : randomOrders(random, all.length, orders);
    for (const order of tried) {
      const { id, intent } = await playCase(till, story);
      const callbacks = await till.callbacks(id, intent);
      for (const at of order) told += await deliverCallback(till, callbacks[at % callbacks.length]);
      for (const callback of callbacks) told += await deliverCallback(till, callback);
      await assertFinalState(till, story, id, order);
      payments++;
    }
    for (let n = 0; n < schedules; n++, payments++) told += await playSchedule(random, till, story);
  }
  return { stories: PAYMENT_CASES.length, payments, told };
}

async function playSchedule(random: Random, till: StripeStore, story: PaymentCase): Promise<number> {
  const { id, url } = await till.open();
  let told = 0;
  for (const move of story.moves) {
    await move(till, id, url);
    for (const callback of await pendingCallbacks(till, id)) {
      if (random.chance(0.4)) continue;
      for (let times = 1 + random.int(2); times > 0; times--) told += await deliverCallback(till, callback);
    }
  }
  // Dropped callbacks are sent again in any order.
  for (const callback of random.shuffled(await pendingCallbacks(till, id)))
    told += await deliverCallback(till, callback);
  await assertFinalState(till, story, id, []);
  return told;
}

async function pendingCallbacks(till: StripeStore, id: string): Promise<Callback[]> {
  return till.callbacks(id, await intentOf(till, id));
}

async function playCase(till: StripeStore, { moves }: PaymentCase) {
  const { id, url } = await till.open();
  for (const move of moves) await move(till, id, url);
  return { id, intent: await intentOf(till, id) };
}

async function deliverCallback(till: StripeStore, callback: Callback | undefined): Promise<number> {
  if (!callback) return 0;
  assert.equal(await till.tell(callback), 200, callback.type);
  return 1;
}

async function assertFinalState(
  till: StripeStore,
  { name, end }: PaymentCase,
  id: string,
  order: readonly number[],
) {
  const { status, captured, refunded, refund_pending } = await till.payment(id);
  assert.deepEqual({ status, captured, refunded, refund_pending }, end, `${name}: ${order.join(" ")}`);
}

function randomOrders(random: Random, length: number, count: number): number[][] {
  const places = Array.from({ length }, (_, at) => at);
  return Array.from({ length: count }, () => random.shuffled(places));
}

/** Pays two pages of one payment and delivers both callbacks in any order: one counts, the other is refunded once. */
export async function payTwice(random: Random, times: number) {
  const till = await openStripeStore();
  for (let n = 0; n < times; n++) {
    const { id, url } = await till.open();
    const another = await till.openAnother(id);
    for (const page of random.shuffled([url, another])) await till.approve(page);
    const callbacks = random.shuffled(await till.callbacks(id, null));
    assert.equal(callbacks.length, 2);
    if (random.chance(0.5)) for (const callback of callbacks) await till.tell(callback);
    else await Promise.all(callbacks.map((callback) => till.tell(callback)));
    for (const callback of callbacks) assert.equal(await till.tell(callback), 200);
    if (random.chance(0.5)) await till.desk.fail("^/v1/refunds$", random.pick(["before", "after"] as const));
    await till.issue(id);
    await till.issue(id);
    const { status, captured, refunded, refund_pending } = await till.payment(id);
    assert.deepEqual([status, captured, refunded, refund_pending], ["captured", 5000, 0, 0]);
    const { charged, returned } = await till.desk.books();
    assert.deepEqual([charged, returned], [10_000 * (n + 1), 5000 * (n + 1)], "one of two payments is kept");
  }
  return times;
}

/**
 * Refunds from here and from the provider's dashboard at once, some pending, some failing: refunds never exceed what was
 * paid, and in the end the books equal the provider's.
 */
export async function refundFromBothSides(random: Random, times: number) {
  let asked = 0;
  for (let n = 0; n < times; n++) {
    const till = await openStripeStore();
    const { id, url } = await till.open();
    await till.approve(url);
    const intent = await intentOf(till, id);
    for (const callback of await pendingCallbacks(till, id)) await deliverCallback(till, callback);
    await till.desk.waitRefunds(random.chance(0.5));
    for (let round = 0; round < 3; round++) {
      const amounts = Array.from({ length: 2 + random.int(3) }, () => 1 + random.int(2500));
      asked += amounts.length;
      await Promise.all(amounts.map((amount) => till.refund(id, amount).catch(() => undefined)));
      await assertWithinPaid(till, id);
      if (random.chance(0.6))
        await till.desk.refund(intent ?? "", 1 + random.int(900)).catch(() => undefined);
      await till.issue(id);
      await finishSomeRefunds(random, till);
      for (const callback of random.shuffled(await pendingCallbacks(till, id)))
        await deliverCallback(till, callback);
      await assertWithinPaid(till, id);
    }
    await finishSomeRefunds(random, till, true);
    await till.issue(id);
    for (let again = 0; again < 2; again++)
      for (const callback of await pendingCallbacks(till, id)) await deliverCallback(till, callback);
    const { refunded, refund_pending } = await assertWithinPaid(till, id);
    const { returned } = await till.desk.books();
    assert.deepEqual([refunded, refund_pending], [returned, 0], "the books equal the provider's");
  }
  return asked;
}

async function assertWithinPaid(till: StripeStore, id: string) {
  const payment = await till.payment(id);
  const { captured, refunded, refund_pending } = payment;
  const { charged, returned } = await till.desk.books();
  assert.ok(refunded + refund_pending <= captured, JSON.stringify(payment));
  assert.ok(returned <= charged && captured <= charged, "the provider refunded more than was paid");
  return payment;
}

async function finishSomeRefunds(random: Random, till: StripeStore, all = false): Promise<void> {
  for (const { id, status } of (await till.desk.books()).refunds)
    if (status === "pending" && (all || random.chance(0.5)))
      await till.desk.settleRefund(id, random.chance(0.8) ? "succeeded" : "failed");
}
