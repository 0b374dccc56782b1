import { contendForKeys } from "#test/proofs/form-keys.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "concurrent creates of one form key";

const SCHEDULES = 200;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  const refused = await contendForKeys(random, SCHEDULES);
  return `${SCHEDULES} schedules, one form each, ${refused} creates refused; SEED=${random.seed}`;
}
