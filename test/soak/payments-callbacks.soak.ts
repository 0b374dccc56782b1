import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { payTwice, permuteCallbacks, refundFromBothSides } from "#test/proofs/payment-callbacks.ts";
import { seeded } from "#test/support/random.ts";

export const name = "callbacks of payments in every order";

/** Callbacks are delivered in this process; workers would only take CPU time. */
export const manifest: Manifest = { operations, workers: [] };

const SIZE = Number(process.env.SIZE ?? 30);

export async function run(): Promise<string> {
  return seeded(async (random) => {
    const { stories, payments, told } = await permuteCallbacks(random, SIZE, SIZE);
    const twice = await payTwice(random, SIZE);
    const refunds = await refundFromBothSides(random, SIZE);
    return `${payments} payments of ${stories} kinds ended the same after ${told} callbacks; ${twice} that were paid twice kept one; ${refunds} refunds from both sides never exceeded what was paid; SEED=${random.seed}`;
  });
}
