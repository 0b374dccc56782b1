import { plantCanaries } from "#test/proofs/canaries.ts";
import { scanForCanaries } from "#test/proofs/canary-scan.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "credentials and particulars in whatever is written, over all domains";

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  const found = Object.entries(await scanForCanaries(random)).map(([where, size]) => `${where}: ${size}`);
  const providers = Object.entries(await plantCanaries()).map(([where, size]) => `${size} of ${where}`);
  return `nothing in ${found.join("; ")}; of providers' credentials nothing in ${providers.join(", ")} (characters); SEED=${random.seed}`;
}
