import { newPublishingTotals, postUnderFaults } from "#test/proofs/publishing.ts";
import { accountAtStandIn, NETWORKS, useStandIns } from "#test/proofs/social-accounts.ts";
import { serveTogether } from "#test/support/networks/stand-in.ts";
import { inParallel, randomFrom } from "#test/support/random.ts";

// One network's share of the proof, on the stack that the environment names.
const [type = "", count = "0", seed = "0"] = process.argv.slice(2);
/** Most accounts that are posted to at the same time, each at its own stand-in. */
const MAX_ACCOUNTS = 12;

const [, open] = Object.entries(NETWORKS).find(([name]) => name === type) ?? [];
if (!open) throw new Error(`There is no network ${type}.`);
const schedules = Number(count);
const accounts = await Promise.all(Array.from({ length: Math.min(MAX_ACCOUNTS, schedules) }, () => open()));
const servedNetworks = await serveTogether(accounts);
useStandIns({ origins: accounts[0]?.origins ?? [], url: servedNetworks.url });
const publishingTotals = newPublishingTotals();
let nextSchedule = 0;
await inParallel(accounts.length, accounts.length, async (index) => {
  const network = accounts[index];
  if (!network) return;
  const account = await accountAtStandIn(network);
  while (nextSchedule < schedules) {
    const own = Number(seed) + nextSchedule++;
    await postUnderFaults(network, account, randomFrom(own), publishingTotals).catch((error: unknown) => {
      throw new Error(`With SEED=${own} SIZE=1 NETWORK=${type}: ${error}`, { cause: error });
    });
  }
});
for (const { stop } of [servedNetworks, ...accounts]) stop();
const { user, system } = process.cpuUsage();
process.send?.({ ...publishingTotals, cpu: (user + system) / 1e6 });
process.disconnect();
process.exit(0);
