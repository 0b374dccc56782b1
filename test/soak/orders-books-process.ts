import { operations } from "#functions/manifest.ts";
import { proveBooks } from "#test/proofs/orders-books.ts";
import { proveInProcess } from "#test/support/child-process.ts";
import { randomFrom } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

const [seed = 0, runs = 0, ...seeds] = process.argv.slice(2).map(Number);
const prove = () =>
  withMemoryTable((memory) =>
    proveBooks(randomFrom(seed), runs, {
      ...(seeds.length > 0 ? { seeds } : {}),
      width: 2,
      done: ({ storeId }) => memory.drop((pk) => pk.includes(storeId) || pk.startsWith("MESSAGE#")),
    }),
  );
// The proof runs the workers itself.
await proveInProcess(prove, { operations, workers: [] });
