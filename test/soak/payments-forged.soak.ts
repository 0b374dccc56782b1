import { sendCallbacks } from "#test/proofs/callback-bodies.ts";
import { sendForgedCallbacks } from "#test/proofs/forged-callbacks.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "forged callbacks, and signed ones with unexpected bodies";

/** The deployed budgets. */
export const environment = { BUDGETS: "{}" };

const SIZE = Number(process.env.SIZE ?? 20_000);

export async function run({ random }: SoakRun): Promise<string> {
  const forged = Math.ceil(SIZE / 5);
  const { writes, refused, paid } = await sendForgedCallbacks(random, forged, 5);
  const byStatus = await sendCallbacks(random, SIZE);
  return `${forged} forged callbacks of 5 networks caused ${writes} writes, ${refused} were refused, ${paid} genuine ones between them took effect; ${SIZE} signed ones, no 5xx but that of a payment not known yet: ${JSON.stringify(byStatus)}`;
}
