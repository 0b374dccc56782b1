import { newPublishingTotals, postUnderFaults } from "#test/proofs/publishing.ts";
import { accountAt, NETWORKS, pointAt } from "#test/proofs/social-accounts.ts";
import { serveTogether } from "#test/support/networks/stand-in.ts";
import { inParallel, randomFrom } from "#test/support/random.ts";

// One network's share of the proof, on the stack that the environment names.
const [type = "", count = "0", seed = "0"] = process.argv.slice(2);
/** Most accounts that are posted to at the same time, each at its own stand-in. */
const LANES = 12;

const [, open] = Object.entries(NETWORKS).find(([name]) => name === type) ?? [];
if (!open) throw new Error(`There is no network ${type}.`);
const schedules = Number(count);
const lanes = await Promise.all(Array.from({ length: Math.min(LANES, schedules) }, () => open()));
const together = await serveTogether(lanes);
pointAt({ origins: lanes[0]?.origins ?? [], url: together.url });
const tally = newPublishingTotals();
let next = 0;
await inParallel(lanes.length, lanes.length, async (index) => {
  const lane = lanes[index];
  if (!lane) return;
  const account = await accountAt(lane);
  while (next < schedules) {
    const own = Number(seed) + next++;
    await postUnderFaults(lane, account, randomFrom(own), tally).catch((error: unknown) => {
      throw new Error(`With SEED=${own} SIZE=1 NETWORK=${type}: ${error}`, { cause: error });
    });
  }
});
for (const { stop } of [together, ...lanes]) stop();
const { user, system } = process.cpuUsage();
process.send?.({ ...tally, cpu: (user + system) / 1e6 });
process.disconnect();
process.exit(0);
