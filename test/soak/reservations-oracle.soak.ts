import type { Manifest } from "#infra/local/handlers.ts";
import { proveSlots } from "#test/proofs/slots.ts";
import { newSeed } from "#test/support/random.ts";

export const name = "slots compared with a search minute by minute";
export const manifest: Manifest = { operations: [], workers: [] };

const RUNS = Number(process.env.SLOT_CASES ?? process.env.SIZE ?? 10_000);

export async function run(): Promise<string> {
  const seed = newSeed();
  const { slots, withSlots, exceptions, bookings, pauses, crowds } = proveSlots(seed, RUNS);
  return `${RUNS} cases, ${exceptions} with exceptions, ${bookings} with bookings, ${pauses} with pauses, ${crowds} with more than one at once: ${slots} slots in ${withSlots} of them, all as by the oracle; SEED=${seed}`;
}
