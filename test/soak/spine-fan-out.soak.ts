import { submitWhileKilled } from "#test/proofs/fan-out.ts";
import { killedManifest } from "#test/proofs/functions/manifest.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "submissions while the fan-out is killed";
export const manifest = killedManifest;

const SUBMISSIONS = 1250;

export async function run({ stack, random }: SoakRun): Promise<string> {
  const { events, kills, repeats } = await submitWhileKilled(stack, random, SUBMISSIONS);
  return `${events} events, ${kills} kills, ${repeats} repeats, none lost and none invented`;
}
