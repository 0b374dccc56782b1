import { sendTokens } from "#test/proofs/tokens.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "tokens of every kind with each of their parts changed";

const SIZE = Number(process.env.SIZE ?? 40_000);

export async function run({ random }: SoakRun): Promise<string> {
  const { byStatus, places } = await sendTokens(random, SIZE);
  return `${SIZE} requests at ${places} places, no 5xx: ${JSON.stringify(byStatus)}`;
}
