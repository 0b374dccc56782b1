import { FAULT_KINDS, openServiceProxies, proveDegraded } from "#test/proofs/degraded-services.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "a slow or throttled table, mail service and payment provider";

/** Buyers in each case, and milliseconds until the degraded payment provider answers. */
const BUYERS = Number(process.env.SIZE ?? 60);
const PROVIDER_DELAY_MS = 10_000;

export async function run({ stack, random }: SoakRun): Promise<string> {
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
  return `${FAULT_KINDS.length} cases, ${BUYERS} buyers each: nothing lost, nothing twice`;
}
