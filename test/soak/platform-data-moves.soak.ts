import { proveDataMoves } from "#test/proofs/data-moves.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "a moved value is under exactly one of its two keys";

const CRASH_POINTS = 1000;

export async function run({ random }: SoakRun): Promise<string> {
  const { moves, struck, faults } = await proveDataMoves(random, CRASH_POINTS);
  return `${moves} moves, ${struck} of them struck (${JSON.stringify(faults)}), one key each`;
}
