import { proveTotals } from "#test/proofs/customer-totals.ts";
import type { SoakRun } from "#test/soak.ts";
import { withMemoryTable } from "#test/support/table.ts";

export const name = "totals of customers are the sums of their orders and bookings";
export { noFunctions as manifest } from "./manifests.ts";

const OPERATIONS = Number(process.env.SIZE ?? 10_000);

export async function run({ random }: SoakRun): Promise<string> {
  const { operations, wakeUps, stores, faults } = await withMemoryTable(() =>
    proveTotals(random, OPERATIONS),
  );
  if (OPERATIONS >= 10_000 && faults.crash < 100) throw new Error(`Only ${faults.crash} processes died.`);
  return `${operations} operations in ${stores} stores, ${wakeUps} wake-up messages, ${faults.crash} kills; nothing wrong.`;
}
