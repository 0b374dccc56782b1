import { expect, test } from "vitest";
import { redeemAtOnce, redeemByEmail } from "#test/proofs/redemptions.ts";
import { seeded } from "#test/support/random.ts";
import { openSalon } from "#test/support/salon.ts";

const salonOptions = { provider: { concurrentLimit: 10_000 } };

test("of many concurrent checkouts just two redeem a limited code, and the others release it", async () => {
  const salon = await openSalon(salonOptions);
  const { redeemed, returned } = await seeded((random) => redeemAtOnce(random, salon, 2));
  expect(redeemed).toBe(2 + returned);
});

test("a limit per person counts guests by address, whatever its case and their session", async () => {
  const salon = await openSalon(salonOptions);
  expect(await seeded((random) => redeemByEmail(random, salon, 1))).toMatchObject({ redeemed: 3 });
});
