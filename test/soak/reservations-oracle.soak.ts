import { proveSlots } from "#test/proofs/slots.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "slots compared with a search minute by minute";
export { noFunctions as manifest } from "./manifests.ts";

const RUNS = Number(process.env.SLOT_CASES ?? process.env.SIZE ?? 10_000);

export async function run({ seed }: SoakRun): Promise<string> {
  const { slots, withSlots, exceptions, bookings, pauses, crowds } = proveSlots(seed, RUNS);
  return `${RUNS} cases, ${exceptions} with exceptions, ${bookings} with bookings, ${pauses} with pauses, ${crowds} with more than one at once: ${slots} slots in ${withSlots} of them, all as by the oracle`;
}
