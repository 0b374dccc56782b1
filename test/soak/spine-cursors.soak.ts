import { mutateCursors } from "#test/proofs/cursors.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "mutated cursors";

const MUTATIONS = 100_000;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  await mutateCursors(random, MUTATIONS);
  return `${MUTATIONS} mutations, each a 400; SEED=${random.seed}`;
}
