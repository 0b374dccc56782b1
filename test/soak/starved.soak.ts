import type { Stack } from "#infra/local/stack.ts";
import { openServiceProxies, starve, WANTS } from "#test/proofs/degraded-services.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "a slow or throttled table, mail service and payment provider";

/** Buyers in each case, and milliseconds until the degraded payment provider answers. */
const BUYERS = Number(process.env.SIZE ?? 60);
const LATE = 10_000;

export async function run(stack: Stack): Promise<string> {
  const random = randomFrom(newSeed());
  const lines = await openServiceProxies();
  try {
    for (const want of WANTS) {
      const buyers = want === "slow payments" ? Math.ceil(BUYERS / 4) : BUYERS;
      const totals = await starve(random, stack, lines, want, { buyers, late: LATE, patient: true });
      console.log(`  ${want}: ${JSON.stringify(totals)}`);
    }
  } finally {
    await lines.stop();
  }
  return `${WANTS.length} cases, ${BUYERS} buyers each: nothing lost, nothing twice; SEED=${random.seed}`;
}
