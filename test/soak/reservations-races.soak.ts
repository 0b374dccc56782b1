import type { Manifest } from "#infra/local/handlers.ts";
import { raceBookings } from "#test/proofs/bookings.ts";
import { seeded } from "#test/support/random.ts";

export const name = "bookings that run at once";

/** Handlers run in this process; the stack's workers would only take CPU. */
export const manifest: Manifest = { operations: [], workers: [] };

const SCHEDULES = Number(process.env.SIZE ?? 1000);
const CONCURRENCY = 50;

export async function run(): Promise<string> {
  const [seed, raced] = await seeded(
    async (random) => [random.seed, await raceBookings(random, SCHEDULES, CONCURRENCY)] as const,
  );
  const { operations, done, refused, died, faults } = raced;
  return `${SCHEDULES} schedules of ${CONCURRENCY}, ${operations} operations: ${done} done, ${countsText(refused)}, ${died} died; faults: ${countsText(faults)}; no overlap, all parts or none, one event a change; SEED=${seed}`;
}

function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
}
