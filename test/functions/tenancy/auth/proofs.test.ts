import { expect, test } from "vitest";
import { guess, knownAndUnknown, refreshTogether } from "#test/proofs/sign-in.ts";
import { seeded } from "#test/support/random.ts";

test("of parallel guesses at a code at most five are compared, and then the right one is worth nothing", async () => {
  expect(await seeded((random) => guess(random, 300))).toBeLessThanOrEqual(5);
});

test("asking for a code tells nobody whether the address is known", async () => {
  await knownAndUnknown();
});

test("fifty refreshes at once give one successor, and the old token ends the session after the grace", async () => {
  expect(await refreshTogether(50)).toBe(1);
});
