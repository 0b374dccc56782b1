import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { paymentWorkers, payments as routes } from "#functions/money/payments/routes.ts";
import { beginPayment, renewPayment } from "#lib/money/payments/begin-payment.ts";
import { processDuePage } from "#lib/money/payments/due.ts";
import { openPage } from "#lib/money/payments/pages.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { signedCallback } from "#lib/money/payments/sandbox.ts";
import { attempts, sandboxCharges } from "#lib/money/payments/table.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { openTenant } from "#test/proofs/deliveries.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { refundAtSandbox } from "#test/support/payments.ts";
import { testContext, workerContext } from "#test/support/world.ts";

const { storeId: tenant_id } = await openTenant("https://example.com/", []);
const input = {
  tenantId: tenant_id,
  reference: newId("rsv"),
  amount: 5000,
  currency: "EUR",
  lines: [{ name: "Haircut", quantity: 1, amount: 5000 }],
};
const CHARGE_STATUS = {
  delay: "delayed",
  approve: "approved",
  decline: "declined",
  close: "closed",
} as const;
type PaymentAct = keyof typeof CHARGE_STATUS | "renew" | "wait";

const read = async (id: string) => {
  const payment = await payments.find({ tenant_id, id });
  assert.ok(payment);
  return payment;
};

async function renew(id: string, at: () => number): Promise<void> {
  const ctx = testContext({ now: at });
  const begun = await renewPayment(ctx, await read(id), input);
  await transact(ctx, begun.writes);
  await openPage(ctx, begun.attempt);
}

/** Sets what the sandbox reports for the newest page, and handles its callback in this process. */
async function decidePage(id: string, n: number, act: keyof typeof CHARGE_STATUS): Promise<void> {
  const key = { tenant_id, payment_id: id, n };
  const ctx = testContext();
  const said = {
    ...key,
    status: CHARGE_STATUS[act],
    amount: 5000,
    desk: [],
    due_at: null,
    created_at: ctx.now(),
  };
  await withRetries(async () => {
    const known = await sandboxCharges.find(key);
    await transact(ctx, [known ? sandboxCharges.replace(known, said) : sandboxCharges.create(said)]);
  });
  await send(await signedCallback({ id: newId("sbe"), at: ctx.now(), ...key }));
}

async function send({ url, body, headers }: Awaited<ReturnType<typeof signedCallback>>): Promise<void> {
  const query = Object.fromEntries(new URL(url).searchParams);
  const request = { params: { provider: "sandbox" }, query, body, headers };
  expect((await invokeDirect(routes.receivePaymentEvent, request)).status).toBe(200);
}

/** The state of a new payment after some acts. */
async function playActs(...acts: PaymentAct[]): Promise<{ id: string; statuses: string[] }> {
  const ctx = testContext();
  const begun = await beginPayment(ctx, await getTenant(ctx, tenant_id), input);
  await transact(ctx, begun.writes);
  await openPage(ctx, begun.attempt);
  const { id } = begun.payment;
  const statuses: string[] = [];
  let [now, n] = [ctx.now(), 1];
  for (const act of acts) {
    if (act === "wait") {
      now += 3600;
      await processDuePage(
        workerContext(paymentWorkers.processDuePayments, () => now),
        { tenant_id, payment_id: id, n },
      );
    } else if (act === "renew") {
      await renew(id, () => now);
      n += 1;
    } else await decidePage(id, n, act);
    statuses.push((await read(id)).status);
  }
  return { id, statuses };
}

test("a payment takes every transition of its table as its provider reports", async () => {
  const ways: [PaymentAct[], string[]][] = [
    [
      ["renew", "decline", "renew"],
      ["pending", "failed", "pending"],
    ],
    [
      ["wait", "renew"],
      ["expired", "pending"],
    ],
    [
      ["delay", "decline", "delay", "approve"],
      ["authorized", "failed", "authorized", "captured"],
    ],
    [
      ["delay", "close", "delay"],
      ["authorized", "expired", "authorized"],
    ],
    [
      ["decline", "approve"],
      ["failed", "captured"],
    ],
    [
      ["wait", "approve"],
      ["expired", "captured"],
    ],
  ];
  for (const [acts, statuses] of ways) expect(await playActs(...acts)).toMatchObject({ statuses });
});

test("an authorized or captured payment gets no further payment page", async () => {
  for (const act of ["delay", "approve"] as const) {
    const { id } = await playActs(act);
    await expect(renew(id, testContext().now)).rejects.toThrow("Nothing is left to pay by card.");
    expect(await attempts.find({ tenant_id, payment_id: id, n: 2 })).toBeUndefined();
  }
});

test("two paid pages count once and refund once, and external refunds never exceed what came", async () => {
  const { id } = await playActs("renew", "approve");
  await decidePage(id, 1, "approve");
  await decidePage(id, 1, "approve");
  expect(await read(id)).toMatchObject({ captured: 5000, refund_pending: 0, captured_attempt: 2 });
  expect((await read(id)).returns).toHaveLength(1);
  const { id: other } = await playActs("approve");
  await send(await refundAtSandbox(tenant_id, other, "all"));
  expect(await read(other)).toMatchObject({ status: "captured", refunded: 5000, desk_refunded: 5000 });
});
