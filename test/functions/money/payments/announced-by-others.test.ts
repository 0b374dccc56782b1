import { expect, test } from "vitest";
import { paymentWorkers } from "#functions/money/payments/routes.ts";
import { platformWorkers } from "#functions/system/platform/routes.ts";
import { closeOpenPages, processDuePage } from "#lib/money/payments/due.ts";
import { endPayments } from "#lib/money/payments/end-payments.ts";
import { issueRefund } from "#lib/money/payments/refunds.ts";
import { attempts, refunds } from "#lib/money/payments/table.ts";
import { openStripeStore, type StripeStore } from "#test/proofs/stripe-store.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { afterPageRead, failRefund } from "#test/support/between-checks.ts";
import { itemsOfPartitions } from "#test/support/bookings.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { workerContext } from "#test/support/world.ts";

/** A paid page with a partial refund and a dispute at the provider, without any callback. */
async function openUnreported(till: StripeStore): Promise<string> {
  const { id, url } = await till.open();
  await till.approve(url);
  const { intent } = await till.session(id);
  await till.desk.refund(intent ?? "", 700);
  await till.desk.dispute(intent ?? "", 300);
  return id;
}

async function openDelayed(till: StripeStore): Promise<string> {
  const { id, url } = await till.open();
  await till.approve(url, "delay");
  return id;
}

/** A payment that was paid and announced. */
async function openPaid(till: StripeStore): Promise<string> {
  const { id, url } = await till.open();
  await till.approve(url);
  for (const callback of await till.callbacks(id, null)) await till.tell(callback);
  return id;
}

const MISSED_EVENTS = ["payment.captured", "payment.refunded", "payment.updated"];

test("closing the payment pages of an account also announces a dispute of a paid one", async () => {
  const till = await openStripeStore();
  await openUnreported(till);
  await openDelayed(till);
  const worker = paymentWorkers.closeOpenPages;
  await closeOpenPages(workerContext(worker), { tenant_id: till.storeId, credential_id: null });
  await waitForEvents({ id: till.storeId }, worker, [...MISSED_EVENTS, "payment.authorized"]);
});

test("closing the payment pages of an account also announces a refund that failed meanwhile", async () => {
  const till = await openStripeStore();
  await till.desk.waitRefunds();
  const { id, url } = await till.open();
  await till.approve(url);
  const page = { shop: { id: till.storeId }, paymentId: id };
  const worker = paymentWorkers.closeOpenPages;
  const close = () => closeOpenPages(workerContext(worker), { tenant_id: till.storeId, credential_id: null });
  await whileQueueHeld(page.shop, paymentWorkers.issueRefund, () =>
    afterPageRead(page, () => failRefund(till, page), close),
  );
  await waitForEvents(page.shop, worker, ["payment.refund_failed"]);
});

test("the deletion of a store announces unreported payments, and failed refunds", async () => {
  const till = await openStripeStore();
  const known = await openPaid(till);
  await openUnreported(till);
  await openDelayed(till);
  await till.desk.lackMoney();
  const worker = platformWorkers.purge;
  const since = (await till.payment(known)).created_at;
  // Otherwise the refund worker could be refused before the purge is.
  await whileQueueHeld({ id: till.storeId }, paymentWorkers.issueRefund, () =>
    endPayments(workerContext(worker), till.storeId, since),
  );
  await waitForEvents({ id: till.storeId }, worker, [
    ...MISSED_EVENTS,
    "payment.authorized",
    "payment.refund_failed",
  ]);
});

test("a refund that is refused because the provider refunded already announces both", async () => {
  const till = await openStripeStore();
  const id = await openPaid(till);
  const { intent } = await till.session(id);
  await till.desk.refund(intent ?? "", 700);
  await till.desk.dispute(intent ?? "", 300);
  await till.refund(id, 5000);
  const worker = paymentWorkers.issueRefund;
  const [wanted] = await itemsOfPartitions(refunds.partition({ tenant_id: till.storeId }));
  const refund_id = refunds.parse(wanted ?? {}).id;
  await issueRefund(workerContext(worker), { tenant_id: till.storeId, refund_id });
  await waitForEvents({ id: till.storeId }, worker, [
    "payment.refund_failed",
    "payment.refunded",
    "payment.updated",
  ]);
  expect(await till.payment(id)).toMatchObject({ captured: 5000, refunded: 700 });
});

test("the due worker announces an authorized payment and a refund that failed", async () => {
  const till = await openStripeStore();
  const worker = paymentWorkers.processDuePayments;
  const look = async (payment_id: string) => {
    const key = { tenant_id: till.storeId, payment_id, n: 1 };
    const due = (await attempts.find(key))?.due_at ?? 0;
    await processDuePage(
      workerContext(worker, () => due),
      key,
    );
  };
  await look(await openDelayed(till));
  const id = await openPaid(till);
  await till.desk.waitRefunds();
  await till.refund(id, 700);
  await till.issue(id);
  const [refund] = (await till.desk.books()).refunds;
  await till.desk.settleRefund(refund?.id ?? "", "failed");
  await look(id);
  await waitForEvents({ id: till.storeId }, worker, ["payment.authorized", "payment.refund_failed"]);
});
