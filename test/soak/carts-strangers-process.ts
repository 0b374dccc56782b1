import { operations } from "#functions/manifest.ts";
import { proveStrangers } from "#test/proofs/carts-strangers.ts";
import { proveInProcess } from "#test/support/child-process.ts";
import { randomFrom } from "#test/support/random.ts";

const [seed = 0, sequences = 0, minutes = 0, only] = process.argv.slice(2).map(Number);
const options = {
  sequences,
  width: 12,
  sequencesPerStore: 250,
  patience: minutes * 60_000,
  only,
  inMemory: true,
};
// The sequences run the workers themselves.
await proveInProcess(() => proveStrangers(randomFrom(seed), options), { operations, workers: [] });
