import { mutateCursors } from "#test/proofs/cursors.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "mutated cursors";

const MUTATIONS = 100_000;

export async function run({ random }: SoakRun): Promise<string> {
  await mutateCursors(random, MUTATIONS);
  return `${MUTATIONS} mutations, each a 400`;
}
