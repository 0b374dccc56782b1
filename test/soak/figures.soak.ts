import { proveFigures } from "#test/proofs/figures.ts";
import type { SoakRun } from "#test/soak.ts";
import { withMemoryTable } from "#test/support/table.ts";

export const name = "figures are the sums of all that happened";
export { noFunctions as manifest } from "./manifests.ts";

const OPERATIONS = Number(process.env.SIZE ?? 10_000);

export async function run({ random }: SoakRun): Promise<string> {
  const { operations, wakeUps, stores, rows, faults } = await withMemoryTable(() =>
    proveFigures(random, OPERATIONS),
  );
  if (OPERATIONS >= 10_000 && faults.crash < 100) throw new Error(`Only ${faults.crash} processes died.`);
  return `${operations} operations in ${stores} stores, ${rows} rows, ${wakeUps} wake-up messages, ${faults.crash} kills; nothing wrong.`;
}
