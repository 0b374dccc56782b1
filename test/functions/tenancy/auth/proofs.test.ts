import { expect, test } from "vitest";
import { compareCodeRequests, guessInParallel, refreshTogether } from "#test/proofs/sign-in.ts";
import { seeded } from "#test/support/random.ts";

test("of parallel guesses at a code at most five are compared, and the code is void then", async () => {
  expect(await seeded((random) => guessInParallel(random, 300))).toBeLessThanOrEqual(5);
});

test("requesting a code does not reveal whether the email address is known", async () => {
  await compareCodeRequests();
});

test("fifty concurrent refreshes give one successor, and the old token ends the session later", async () => {
  expect(await refreshTogether(50)).toBe(1);
});
