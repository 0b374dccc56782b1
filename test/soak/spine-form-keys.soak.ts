import { contendForKeys } from "#test/proofs/form-keys.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "concurrent creates of one form key";

const SCHEDULES = 200;

export async function run({ random }: SoakRun): Promise<string> {
  const refused = await contendForKeys(random, SCHEDULES);
  return `${SCHEDULES} schedules, one form each, ${refused} creates refused`;
}
