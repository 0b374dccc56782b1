import type { Manifest } from "#infra/local/handlers.ts";
import { newTally, postUnderFaults } from "#test/proofs/publishing.ts";
import { accountAt, NETWORKS, pointAt } from "#test/proofs/social-accounts.ts";
import { serveTogether } from "#test/support/networks/stand-in.ts";
import { inParallel, newSeed, randomFrom } from "#test/support/random.ts";

export const name = "posts to five networks under crashes and faults";

/** The proof is worker and tick itself: none of the stack's own comes between. */
export const manifest: Manifest = { operations: [], workers: [] };

const SCHEDULES = Number(process.env.SIZE ?? 2000);
/** Accounts that are posted to side by side, each at a stand-in of its own. */
const LANES = Number(process.env.LANES ?? 12);

export async function run(): Promise<string> {
  const seed = newSeed();
  const lines: string[] = [];
  const only = process.env.NETWORK;
  for (const [type, open] of Object.entries(NETWORKS)) {
    if (only && only !== type) continue;
    const began = performance.now();
    const lanes = await Promise.all(Array.from({ length: Math.min(LANES, SCHEDULES) }, () => open()));
    const together = await serveTogether(lanes);
    pointAt({ origins: lanes[0]?.origins ?? [], url: together.url });
    const tally = newTally();
    let next = 0;
    await inParallel(lanes.length, lanes.length, async (index) => {
      const lane = lanes[index];
      if (!lane) return;
      const account = await accountAt(lane);
      while (next < SCHEDULES) {
        const own = seed + next++;
        await postUnderFaults(lane, account, randomFrom(own), tally).catch((error: unknown) => {
          throw new Error(`With SEED=${own} SIZE=1 NETWORK=${type}: ${error}`, { cause: error });
        });
      }
    });
    for (const { stop } of [together, ...lanes]) stop();
    const { published, failed, unknown, kills, ticked } = tally;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    lines.push(
      `${type} ${published} published, ${failed} failed, ${unknown} unknown, ${kills} kills, ${ticked} begun by ticks, ${seconds} s`,
    );
  }
  return `${SCHEDULES} schedules a network, each posted 0 or 1 times: ${lines.join("; ")}; SEED=${seed}`;
}
