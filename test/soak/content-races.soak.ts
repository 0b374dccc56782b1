import { contendForEntryNames, contendForMoves, contendForNames } from "#test/proofs/content-races.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "writers that compete for one key or slug, and moves that would close a cycle";

const SCHEDULES = 200;

export async function run({ random }: SoakRun): Promise<string> {
  await contendForEntryNames(random, SCHEDULES);
  await contendForNames(random, SCHEDULES * 5);
  await contendForMoves(random, SCHEDULES * 2);
  return `${SCHEDULES} schedules of each of six names and two trees, one winner each`;
}
