import { redeemAtOnce, redeemByEmail } from "#test/proofs/redemptions.ts";
import type { SoakRun } from "#test/soak.ts";
import { openSalon } from "#test/support/salon.ts";

export const name = "uses of promo codes under contention";

const ROUNDS = Number(process.env.SIZE ?? 20);

export async function run({ random }: SoakRun): Promise<string> {
  const salon = await openSalon({ provider: { concurrentLimit: 10_000 } });
  const total = { checkouts: 0, redeemed: 0, returned: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const prove = round % 2 === 0 ? redeemAtOnce : redeemByEmail;
    const { checkouts, redeemed, returned } = await prove(random, salon, 1 + random.int(10));
    total.checkouts += checkouts;
    total.redeemed += redeemed;
    total.returned += returned;
  }
  return `${ROUNDS} codes with 1 to 10 uses, ${total.checkouts} checkouts: ${total.redeemed} redeemed, ${total.returned} returned once, each limit met exactly`;
}
