// Alone: it has budgets of its own.
import { expect, test } from "vitest";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { createProvider, listProviders } from "#lib/money/payments/providers.ts";
import { sendForgedCallbacks } from "#test/proofs/forged-callbacks.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { seeded } from "#test/support/random.ts";
import { watchCalls } from "#test/support/table.ts";

process.env.BUDGETS = "{}";

test("forged callbacks cause a bounded number of writes, and block no real ones", async () => {
  const { refused, paid } = await seeded((random) => sendForgedCallbacks(random, 200, 1));
  expect(refused).toBe(180);
  expect(paid).toBe(5);
});

test("a network that forges at one store still works at another, and only that store sees it", async () => {
  const [till, other] = [await openStripeStore(), await openStripeStore()];
  // One time for all callbacks, so that the hour of their budget does not end in between.
  const place = { from: "203.0.113.9", at: till.ctx.now() };
  const forge = (where: typeof till) =>
    where.tell({ id: "", type: "", body: "{}" }, signatureOf("{}", "whsec_x"), place);
  const answers = [];
  for (let count = 0; count < 60; count++) answers.push(await forge(till));
  expect(answers).toEqual([...Array<number>(20).fill(400), ...Array<number>(40).fill(429)]);
  expect(await forge(other)).toBe(400);
  const [mine] = (await listProviders(till.ctx, till.storeId)).items;
  expect(mine?.refused_callbacks.signature).toBe(20);
});

test("a callback's signature is compared with a handful of accounts, however many there were", async () => {
  const till = await openStripeStore();
  const connect = (at: number) =>
    createProvider(
      { ...till.ctx, now: () => till.ctx.now() + at * 86_400, clock: () => till.ctx.clock() + at * 86_400 },
      till.storeId,
      {
        type: "stripe",
        publishable_key: "",
        secret_key: `sk_test_${till.storeId}${at}`,
        webhook_secret: `whsec_many_${at}`,
      },
    );
  for (let at = 1; at <= 12; at++) await connect(at);
  const tell = (secret: string) =>
    till.tell({ id: "", type: "", body: CALLBACK }, signatureOf(CALLBACK, secret));
  const { result, units } = await watchCalls(() => tell("whsec_many_12"));
  expect(result).toBe(200);
  expect(units).toBeLessThan(8);
  expect(await tell("whsec_many_8")).toBe(200);
  expect(await tell("whsec_many_7")).toBe(400);
});

test("a store can connect an account at most ten times a day", async () => {
  const till = await openStripeStore();
  const now = till.ctx.now();
  const ctx = { ...till.ctx, now: () => now, clock: () => now };
  const connect = (at: number) =>
    createProvider(ctx, till.storeId, {
      type: "stripe",
      publishable_key: "",
      secret_key: `sk_test_${till.storeId}${at}`,
    });
  const tries = await Promise.allSettled(
    Array.from({ length: 14 }, (_, at) => at).map(async (at) => connect(at)),
  );
  expect(tries.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(4);
  await expect(connect(20)).rejects.toMatchObject({ code: "GENERAL.TOO_MANY_REQUESTS" });
});

const CALLBACK = JSON.stringify({ id: "evt_1", type: "customer.created", created: 1, data: { object: {} } });
