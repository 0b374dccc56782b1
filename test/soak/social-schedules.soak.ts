import { accountAt, NETWORKS, pointAt, postUnderFaults } from "#test/proofs/publishing.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "posts to five networks under crashes and faults";

const SCHEDULES = Number(process.env.SIZE ?? 2000);

export async function run(): Promise<string> {
  const seed = newSeed();
  const lines: string[] = [];
  const only = process.env.NETWORK;
  for (const [type, open] of Object.entries(NETWORKS)) {
    if (only && only !== type) continue;
    const network = await open();
    pointAt(network);
    const account = await accountAt(network);
    const tally = { published: 0, failed: 0, unknown: 0, kills: 0 };
    for (let index = 0; index < SCHEDULES; index++) {
      const own = seed + index;
      await postUnderFaults(network, account, randomFrom(own), tally).catch((error: unknown) => {
        throw new Error(`With SEED=${own} SIZE=1 NETWORK=${type}: ${error}`, { cause: error });
      });
    }
    network.stop();
    lines.push(
      `${type} ${tally.published} published, ${tally.failed} failed, ${tally.unknown} unknown, ${tally.kills} kills`,
    );
  }
  return `${SCHEDULES} schedules a network, each posted 0 or 1 times: ${lines.join("; ")}; SEED=${seed}`;
}
