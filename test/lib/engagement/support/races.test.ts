import { expect, test } from "vitest";
import { continueResolved, replyAsStaff, sendFromMany, sendTwice } from "#test/proofs/support-concurrency.ts";
import { seeded } from "#test/support/random.ts";
import { makeAgent } from "#test/support/support.ts";
import { openStore } from "#test/support/world.ts";

test("concurrent senders leave no gap, and readers see every message once and in order", async () => {
  const messages = await seeded(async (random) => sendFromMany(random, await openStore(), 8, 5));
  expect(messages).toBeGreaterThanOrEqual(41);
});

test.each([
  ["message_id", "Order"],
  ["message_id", "What is delivery?"],
  ["key", "Order"],
  ["key", "What is delivery?"],
] as const)("twenty concurrent requests with one %s write one message and one turn: %s", async (by, text) => {
  const store = await openStore();
  await makeAgent(store);
  await sendTwice(store, 20, by, text);
});

test("after staff have written, neither bot nor AI writes, even if its answer had started", async () => {
  const store = await openStore();
  await makeAgent(store);
  await seeded(async (random) => {
    for (let race = 0; race < 25; race++) await replyAsStaff(random, store);
  });
});

test("ten concurrent messages to a resolved conversation start one new conversation", async () => {
  const store = await openStore();
  await makeAgent(store);
  await continueResolved(store, 10);
});
