import { raceBookings } from "#test/proofs/bookings.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "bookings that run at once";
export { noFunctions as manifest } from "./manifests.ts";

const SCHEDULES = Number(process.env.SIZE ?? 1000);
const CONCURRENCY = 50;

export async function run({ random }: SoakRun): Promise<string> {
  const { operations, done, refused, died, faults } = await raceBookings(random, SCHEDULES, CONCURRENCY);
  return `${SCHEDULES} schedules of ${CONCURRENCY}, ${operations} operations: ${done} done, ${countsText(refused)}, ${died} died; faults: ${countsText(faults)}; no overlap, all parts or none, one event a change`;
}

function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
}
