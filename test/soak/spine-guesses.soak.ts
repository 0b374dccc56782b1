import { compareCodeRequests, guessInParallel } from "#test/proofs/sign-in.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "parallel guesses at one sign-in challenge";

const GUESSES = 10_000;

export async function run({ random }: SoakRun): Promise<string> {
  await compareCodeRequests();
  const compared = await guessInParallel(random, GUESSES);
  return `${GUESSES} guesses, ${compared} compared, the right code refused after`;
}
