import { raceCheckouts } from "#test/proofs/checkout-races.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "one cart, one order";

const CARTS = Number(process.env.SIZE ?? 300);

export async function run({ random }: SoakRun): Promise<string> {
  const { calls, confirmed, paid, mails, faults } = await raceCheckouts(random, CARTS);
  const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
  return `${CARTS} carts bought by ${calls} calls at once: ${confirmed} orders confirmed, each once; ${paid} paid, each once; ${mails} mails; ${met.join(", ")}`;
}
