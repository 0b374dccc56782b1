import { expect, test } from "vitest";
import { openReceivers, sendCallbacks } from "#test/proofs/callback-bodies.ts";
import { seeded } from "#test/support/random.ts";

test("a signed callback with an empty body is a 400, whoever signed it", async () => {
  for (const { name, tell } of await openReceivers())
    for (const body of [
      "null",
      "[]",
      "5",
      '"x"',
      "{",
      "",
      "{}",
      '{"id":"evt_1"}',
      '{"data":null}',
      '{"id":[],"data":[]}',
    ])
      expect(`${name}: ${body}: ${(await tell(body)).status}`).toBe(`${name}: ${body}: 400`);
});

test("no signed callback causes a 5xx, except for a payment that is not known yet", async () => {
  const byStatus = await seeded((random) => sendCallbacks(random, 400));
  console.info(`Signed callbacks by status: ${JSON.stringify(byStatus)}.`);
  expect(byStatus[200]).toBeGreaterThan(0);
  expect(byStatus[400]).toBeGreaterThan(100);
});
