import { proveMergesAndDeletions } from "#test/proofs/customer-merges.ts";
import type { SoakRun } from "#test/soak.ts";
import { randomFrom } from "#test/support/random.ts";

export const name = "customers merged and deleted while orders come in leave nothing half done";
export { noFunctions as manifest } from "./manifests.ts";

const RUNS = Number(process.env.SIZE ?? 1_000);

export async function run({ seed }: SoakRun): Promise<string> {
  let [kills, deleted, merged, proven] = [0, 0, 0, 0];
  for (let index = 0; index < RUNS; index++) {
    const met = await proveMergesAndDeletions(randomFrom(seed + index)).catch((error: unknown) => {
      throw new Error(`With SEED=${seed + index} and SIZE=1`, { cause: error });
    });
    kills += met.kills;
    deleted += met.deleted;
    merged += met.merged;
    proven += met.proven;
  }
  return `${RUNS} stores, ${merged} merged, ${proven} proven, ${deleted} deleted, ${kills} kills; nothing half done.`;
}
