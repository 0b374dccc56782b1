import { operations } from "#functions/manifest.ts";
import { startStack } from "#infra/local/stack.ts";
import { proveStrangers } from "#test/proofs/carts-strangers.ts";
import { randomFrom } from "#test/support/random.ts";

const [seed = 0, sequences = 0, minutes = 0, only] = process.argv.slice(2).map(Number);

// The sequences run the workers themselves.
const stack = await startStack({
  manifest: { operations, workers: [] },
  environment: { LOG_LEVEL: "SILENT", LOCAL_PATIENCE: process.env.LOCAL_PATIENCE ?? "6" },
});
try {
  const options = { sequences, width: 12, sequencesPerStore: 250, patience: minutes * 60_000, only };
  process.send?.(await proveStrangers(randomFrom(seed), { ...options, inMemory: true }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await stack.stop();
process.exit();
