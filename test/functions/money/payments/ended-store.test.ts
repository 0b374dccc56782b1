import { expect, test } from "vitest";
import { paymentReturns, payments as routes } from "#functions/money/payments/routes.ts";
import { newReturnUrl } from "#lib/money/payments/begin-payment.ts";
import { delayedCharges } from "#lib/money/payments/sandbox-checkout.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { sandboxCharges } from "#lib/money/payments/table.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { bookByCard } from "#test/support/bookings.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { runDue } from "#test/support/due.ts";
import { decidePayment } from "#test/support/payments.ts";
import { openSalon } from "#test/support/salon.ts";
import { bulkWrite, interceptCalls } from "#test/support/table.ts";
import { somebody, testContext } from "#test/support/world.ts";

/** Deletes a store without this process noticing, as if another process did it. */
const deleteStore = (tenant_id: string) =>
  bulkWrite([tombstones.create({ tenant_id, deleted_at: testContext().now() })]);

/** Makes this process cache that the store exists, as a warm function does. */
const cacheStore = (tenantId: string) => isDeleted(tenantId, testContext().now());

async function openPage() {
  const salon = await openSalon();
  const { paymentId, checkoutUrl, reservationId } = await bookByCard(salon, await somebody());
  const key = { tenant_id: salon.businessId, payment_id: paymentId ?? "", n: 1 };
  await cacheStore(salon.businessId);
  return { salon, key, reservationId, checkoutId: checkoutUrl?.split("/").at(-1) ?? "" };
}

const decide = (checkoutId: string, decision: string) =>
  invokeDirect(routes.decideSandboxCheckout, { params: { checkoutId }, body: `decision=${decision}` });

test("the sandbox's payment page of a deleted store is a 404, and accepts no decision", async () => {
  const { salon, key, checkoutId } = await openPage();
  const show = () => invokeDirect(routes.showSandboxCheckout, { params: { checkoutId } });
  expect((await show()).status).toBe(200);
  await deleteStore(salon.businessId);
  expect((await show()).status).toBe(404);
  for (const decision of ["approve", "delay", "decline"])
    expect((await decide(checkoutId, decision)).status).toBe(404);
  expect(await sandboxCharges.find(key)).toBeUndefined();
});

test("a store that is deleted between any two calls of a payment keeps no money", async () => {
  for (let before = 1; before <= 20; before++) {
    const { salon, key, checkoutId } = await openPage();
    let [calls, isTaken] = [0, false];
    const reply = await interceptCalls(
      async (command, next, input) => {
        const takes = command.startsWith("TransactWrite") && JSON.stringify(input).includes("SANDBOX_CHARGE");
        if (++calls === before) await deleteStore(salon.businessId);
        const answer = await next();
        isTaken ||= takes;
        return answer;
      },
      () => decide(checkoutId, "approve"),
    );
    expect((await sandboxCharges.find(key)) !== undefined).toBe(isTaken);
    if (calls < before) return expect(isTaken).toBe(true);
    // The transaction fails if the store is deleted before it. The deletion refunds a payment made before it.
    if (!isTaken) expect(reply.status).toBe(404);
    else expect(before).toBeGreaterThan(2);
  }
  throw new Error("The page makes more than 20 calls.");
});

test("a delayed payment of a deleted store never goes through", async () => {
  const { salon, key, checkoutId } = await openPage();
  expect((await decide(checkoutId, "delay")).status).toBeLessThan(303);
  await deleteStore(salon.businessId);
  const later = testContext({ clock: () => Date.now() / 1000 + 3600 });
  const charge = () => sandboxCharges.find(key);
  await runDue(later, delayedCharges, salon.businessId);
  expect(await charge()).toMatchObject({ status: "declined", due_at: null });
});

test("a customer who returns from a page brings no money to a deleted store", async () => {
  const { salon, key, reservationId } = await openPage();
  await decidePayment(salon.businessId, key.payment_id, "captured");
  const returnId = (await newReturnUrl(key)).split("/").at(-1) ?? "";
  await deleteStore(salon.businessId);
  const reply = await invokeDirect(paymentReturns.returnFromPayment, { params: { returnId } });
  expect(reply.status).toBe(404);
  expect(await paymentFor(salon.businessId, reservationId)).toMatchObject({ status: "pending", captured: 0 });
});

test("a callback for a deleted store is a 404 and changes nothing, at any provider", async () => {
  const till = await openStripeStore();
  const [known, late] = [await till.open(), await till.open()];
  for (const { url } of [known, late]) await till.approve(url);
  const [first] = await till.callbacks(known.id, null);
  const [second] = await till.callbacks(late.id, null);
  if (!first || !second) throw new Error("Nothing was told.");
  expect(await till.tell(first)).toBe(200);
  await cacheStore(till.storeId);
  await deleteStore(till.storeId);
  expect(await till.tell(second)).toBe(404);
  expect(await till.payment(late.id)).toMatchObject({ status: "pending", captured: 0 });
  const { salon, key, reservationId } = await openPage();
  const { url, body, headers } = await decidePayment(salon.businessId, key.payment_id, "captured");
  await deleteStore(salon.businessId);
  const query = { store: new URL(url).searchParams.get("store") ?? "" };
  const told = { params: { provider: "sandbox" }, query, body, headers };
  expect((await invokeDirect(routes.receivePaymentEvent, told)).status).toBe(404);
  expect(await paymentFor(salon.businessId, reservationId)).toMatchObject({ status: "pending", captured: 0 });
});
