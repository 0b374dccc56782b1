import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { paymentWorkers } from "#functions/money/payments/routes.ts";
import { closeOpenPages, processDuePage } from "#lib/money/payments/due.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { openStripeStore, type StripeStore } from "#test/proofs/stripe-store.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { itemsOfPartitions } from "#test/support/bookings.ts";
import { workerContext } from "#test/support/world.ts";

/** A paid payment whose callbacks were received. Later changes at the provider send none. */
async function openPaid() {
  const till = await openStripeStore();
  const { id, url } = await till.open();
  await till.approve(url);
  for (const callback of await till.callbacks(id, null)) await till.tell(callback);
  return { till, id, intent: (await till.session(id)).intent ?? "" };
}

const attemptKey = ({ storeId }: StripeStore, id: string) => ({ tenant_id: storeId, payment_id: id, n: 1 });
const nextCheck = async (till: StripeStore, id: string) =>
  (await attempts.find(attemptKey(till, id)))?.due_at ?? null;

/** Days after creation on which the minutely worker checks a page, until the checks stop. */
async function checkDays(till: StripeStore, id: string): Promise<number[]> {
  const { created_at } = await till.payment(id);
  const days: number[] = [];
  for (let next = await nextCheck(till, id); next !== null; next = await nextCheck(till, id)) {
    const at = next;
    days.push(Math.round((at - created_at) / DAY));
    expect(days.length).toBeLessThan(100);
    await processDuePage(
      workerContext(paymentWorkers.processDuePayments, () => at),
      attemptKey(till, id),
    );
  }
  return days;
}

test("the due worker finds a page that was paid without a callback, and announces it", async () => {
  const till = await openStripeStore();
  const { id, url } = await till.open();
  await till.approve(url);
  const due = await nextCheck(till, id);
  expect(await till.payment(id)).toMatchObject({ captured: 0 });
  const worker = paymentWorkers.processDuePayments;
  await processDuePage(
    workerContext(worker, () => due ?? 0),
    attemptKey(till, id),
  );
  expect(await till.payment(id)).toMatchObject({ status: "captured", captured: 5000 });
  await waitForEvents({ id: till.storeId }, worker, ["payment.captured"]);
});

test("a paid page is checked four times in four months, so that the provider's refunds are found", async () => {
  const { till, id, intent } = await openPaid();
  await till.desk.refund(intent, 700);
  expect(await till.payment(id)).toMatchObject({ refunded: 0 });
  expect(await checkDays(till, id)).toEqual([4, 16, 64, 128]);
  expect(await till.payment(id)).toMatchObject({ captured: 5000, refunded: 700 });
});

test("a dispute is checked until it ends, from when anybody noticed it", async () => {
  const { till, id, intent } = await openPaid();
  const dispute = await till.desk.dispute(intent, 5000);
  for (const callback of await till.callbacks(id, intent)) await till.tell(callback);
  expect(await till.payment(id)).toMatchObject({ refund_pending: 5000 });
  const { created_at } = await till.payment(id);
  expect(await nextCheck(till, id)).toBeLessThan(created_at + DAY + 60);
  await till.desk.closeDispute(dispute, "won");
  expect(await checkDays(till, id)).toEqual([1, 4, 16, 64, 128]);
  expect(await till.payment(id)).toMatchObject({ refunded: 0, refund_pending: 0 });
});

test("a payment that never ends is checked more and more rarely, and for about a year", async () => {
  const { till, id, intent } = await openPaid();
  await till.desk.waitRefunds();
  await till.desk.refund(intent, 700);
  for (const callback of await till.callbacks(id, intent)) await till.tell(callback);
  const days = await checkDays(till, id);
  expect(days.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(days.length).toBeLessThan(50);
  expect(days.at(-1)).toBeGreaterThan(400);
});

test("a paid page is not closed with its account", async () => {
  const { till, id } = await openPaid();
  const open = await itemsOfPartitions(attempts.list({ tenant_id: till.storeId, stands: "OPEN" }));
  expect(open).toEqual([]);
  await closeOpenPages(workerContext(paymentWorkers.closeOpenPages), {
    tenant_id: till.storeId,
    credential_id: null,
  });
  expect(await till.payment(id)).toMatchObject({ status: "captured", captured: 5000 });
});
