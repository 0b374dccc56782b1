import { operations } from "#functions/manifest.ts";
import { startStack } from "#infra/local/stack.ts";
import { proveBooks } from "#test/proofs/orders-books.ts";
import { randomFrom } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

const [seed = 0, runs = 0, ...named] = process.argv.slice(2).map(Number);

// The proof runs the workers itself.
const stack = await startStack({
  manifest: { operations, workers: [] },
  environment: { LOG_LEVEL: "SILENT", LOCAL_PATIENCE: process.env.LOCAL_PATIENCE ?? "6" },
});
try {
  const kept = await withMemoryTable((memory) =>
    proveBooks(randomFrom(seed), runs, {
      ...(named.length > 0 ? { seeds: named } : {}),
      width: 2,
      done: ({ storeId }) => memory.drop((pk) => pk.includes(storeId) || pk.startsWith("MESSAGE#")),
    }),
  );
  process.send?.(kept);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await stack.stop();
process.exit();
