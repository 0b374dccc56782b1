import type { Manifest } from "#infra/local/handlers.ts";
import { bookOfferedSlots } from "#test/proofs/offered-slots.ts";
import { seeded } from "#test/support/random.ts";

export const name = "slots that are offered and booked at once";
export const manifest: Manifest = { operations: [], workers: [] };

const CASES = Number(process.env.OFFERS ?? process.env.SIZE ?? 5000);

export async function run(): Promise<string> {
  const [seed, { salons, booked, full }] = await seeded(
    async (random) => [random.seed, await bookOfferedSlots(random, CASES)] as const,
  );
  return `${booked} slots of ${salons} random salons booked, none refused; ${full} windows had none; SEED=${seed}`;
}
