import { expect, test } from "vitest";
import { contendForKeys } from "#test/proofs/form-keys.ts";
import { seeded } from "#test/support/random.ts";

test("of concurrent creates of one key one succeeds and each other is refused; a deleted key is free", async () => {
  expect(await seeded((random) => contendForKeys(random, 40))).toBeGreaterThanOrEqual(40);
});
