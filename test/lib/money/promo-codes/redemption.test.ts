import { expect, test } from "vitest";
import { redeemAtOnce, redeemByEmail } from "#test/proofs/redemptions.ts";
import { seeded } from "#test/support/random.ts";
import { openSalon } from "#test/support/salon.ts";

const salonOptions = { provider: { concurrentLimit: 10_000 } };

test.each([2])(
  "of many concurrent checkouts just %i redeem a limited code, and the others release it",
  async (uses) => {
    const salon = await openSalon(salonOptions);
    const { redeemed, returned } = await seeded((random) => redeemAtOnce(random, salon, uses));
    expect(redeemed).toBe(uses + returned);
  },
);

test("a limit per person counts guests by address, whatever its case and their session", async () => {
  const salon = await openSalon(salonOptions);
  expect(await seeded((random) => redeemByEmail(random, salon, 1))).toMatchObject({ redeemed: 3 });
});
