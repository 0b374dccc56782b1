import { compareCodeRequests, guessInParallel } from "#test/proofs/sign-in.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "parallel guesses at one sign-in challenge";

const GUESSES = 10_000;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  await compareCodeRequests();
  const compared = await guessInParallel(random, GUESSES);
  return `${GUESSES} guesses, ${compared} compared, the right code refused after; SEED=${random.seed}`;
}
