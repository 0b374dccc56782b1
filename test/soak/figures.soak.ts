import type { Manifest } from "#infra/local/handlers.ts";
import { proveFigures } from "#test/proofs/figures.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

export const name = "figures are the sums of all that happened";

/** All data is in memory. */
export const manifest: Manifest = { operations: [], workers: [] };

const OPERATIONS = Number(process.env.SIZE ?? 10_000);

export async function run(): Promise<string> {
  const seed = newSeed();
  const { operations, wakeUps, stores, rows, faults } = await withMemoryTable(() =>
    proveFigures(randomFrom(seed), OPERATIONS),
  );
  if (OPERATIONS >= 10_000 && faults.crash < 100) throw new Error(`Only ${faults.crash} processes died.`);
  return `${operations} operations in ${stores} stores, ${rows} rows, ${wakeUps} wake-up messages, ${faults.crash} kills; nothing wrong; SEED=${seed}.`;
}
