import type { Manifest } from "#infra/local/handlers.ts";
import { proveMergesAndDeletions } from "#test/proofs/customer-merges.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "customers merged and deleted while orders come in leave nothing half done";

/** All data is in memory. */
export const manifest: Manifest = { operations: [], workers: [] };

const RUNS = Number(process.env.SIZE ?? 1_000);

export async function run(): Promise<string> {
  const seed = newSeed();
  let [kills, deleted, merged] = [0, 0, 0];
  for (let index = 0; index < RUNS; index++) {
    const met = await proveMergesAndDeletions(randomFrom(seed + index)).catch((error: unknown) => {
      throw new Error(`With SEED=${seed + index} and SIZE=1`, { cause: error });
    });
    kills += met.kills;
    deleted += met.deleted;
    merged += met.merged;
  }
  return `${RUNS} stores, ${merged} merged, ${deleted} deleted, ${kills} kills; nothing half done; SEED=${seed}.`;
}
