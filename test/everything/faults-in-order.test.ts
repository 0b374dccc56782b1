import { expect, test } from "vitest";
import { sendFaultyRequests } from "#test/proofs/multiple-faults.ts";
import { seeded } from "#test/support/random.ts";

test("a request with several errors gets the same answer, whatever order the table replies in", async () => {
  const { operations, requests } = await seeded((random) => sendFaultyRequests(random, 3));
  expect(operations).toBeGreaterThan(50);
  console.info(`${requests} requests with several faults to ${operations} operations.`);
});
