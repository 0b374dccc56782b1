import { expect, test } from "vitest";
import { crowd, interrupt, reopen, twins } from "#test/proofs/support-concurrency.ts";
import { seeded } from "#test/support/random.ts";
import { makeAgent } from "#test/support/support.ts";
import { openStore } from "#test/support/world.ts";

test("many senders give sequences without a gap, and readers see every message once and in order", async () => {
  const messages = await seeded(async (random) => crowd(random, await openStore(), 8, 5));
  expect(messages).toBeGreaterThanOrEqual(41);
});

test.each([
  ["message_id", "Order"],
  ["message_id", "What is delivery?"],
  ["key", "Order"],
  ["key", "What is delivery?"],
] as const)("twenty at once with one %s are one message and one turn: %s", async (by, text) => {
  const store = await openStore();
  await makeAgent(store);
  await twins(store, 20, by, text);
});

test("after staff have written no word of bot or AI follows, also of answers that had begun", async () => {
  const store = await openStore();
  await makeAgent(store);
  await seeded(async (random) => {
    for (let race = 0; race < 25; race++) await interrupt(random, store);
  });
});

test("ten messages at once to a resolved conversation begin one new one", async () => {
  const store = await openStore();
  await makeAgent(store);
  await reopen(store, 10);
});
