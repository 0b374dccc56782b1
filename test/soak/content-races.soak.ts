import { contendForEntryNames, contendForMoves } from "#test/proofs/content-races.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "writers after one key or slug, and moves that would close a circle";

const SCHEDULES = 200;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  await contendForEntryNames(random, SCHEDULES);
  await contendForMoves(random, SCHEDULES);
  return `${SCHEDULES} schedules of each, one winner each; SEED=${random.seed}`;
}
