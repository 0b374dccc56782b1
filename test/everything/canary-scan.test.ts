import { expect, test } from "vitest";
import { scanForCanaries } from "#test/proofs/canary-scan.ts";
import { seeded } from "#test/support/random.ts";

test("a credential is read by its holder alone, and what a customer says of themself by the store's staff", async () => {
  const searched = await seeded((random) => scanForCanaries(random, 150));
  expect(Object.keys(searched).toSorted()).toEqual([
    "addresses",
    "logs",
    "mails",
    "replies",
    "table",
    "webhooks",
  ]);
});
