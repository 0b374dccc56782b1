import { raceBookings } from "#test/proofs/bookings.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "bookings that run at once";

const SCHEDULES = 1000;
const AT_ONCE = 50;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  const { operations, booked, refused, crashed, faults } = await raceBookings(random, SCHEDULES, AT_ONCE);
  return `${SCHEDULES} schedules, ${operations} operations: ${booked} done, ${refused} refused, ${crashed} died, ${faults} faults; no overlap; SEED=${random.seed}`;
}
