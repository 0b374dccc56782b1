import type { Stack } from "#infra/local/stack.ts";
import { FAULT_KINDS, openServiceProxies, proveDegraded } from "#test/proofs/degraded-services.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "a slow or throttled table, mail service and payment provider";

/** Buyers in each case, and milliseconds until the degraded payment provider answers. */
const BUYERS = Number(process.env.SIZE ?? 60);
const PROVIDER_DELAY_MS = 10_000;

export async function run(stack: Stack): Promise<string> {
  const random = randomFrom(newSeed());
  const proxies = await openServiceProxies();
  try {
    for (const kind of FAULT_KINDS) {
      const buyers = kind === "slow payments" ? Math.ceil(BUYERS / 4) : BUYERS;
      const totals = await proveDegraded(random, stack, proxies, kind, {
        buyers,
        late: PROVIDER_DELAY_MS,
        patient: true,
      });
      console.log(`  ${kind}: ${JSON.stringify(totals)}`);
    }
  } finally {
    await proxies.stop();
  }
  return `${FAULT_KINDS.length} cases, ${BUYERS} buyers each: nothing lost, nothing twice; SEED=${random.seed}`;
}
