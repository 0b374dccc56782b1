import { raceCheckouts } from "#test/proofs/checkout-races.ts";
import { seeded } from "#test/support/random.ts";

export const name = "one cart, one order";

const CARTS = Number(process.env.SIZE ?? 300);

export async function run(): Promise<string> {
  const [seed, { calls, confirmed, paid, mails, faults }] = await seeded(
    async (random) => [random.seed, await raceCheckouts(random, CARTS)] as const,
  );
  const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
  return `${CARTS} carts bought by ${calls} calls at once: ${confirmed} orders confirmed, each once; ${paid} paid, each once; ${mails} mails; ${met.join(", ")}; SEED=${seed}`;
}
