import { expect, test } from "vitest";
import { contendForKeys } from "#test/proofs/form-keys.ts";
import { seeded } from "#test/support/random.ts";

test("one of several concurrent creates of a key succeeds, and a deleted key is free again", async () => {
  expect(await seeded((random) => contendForKeys(random, 40))).toBeGreaterThanOrEqual(40);
});
