import { proveDataMoves } from "#test/proofs/data-moves.ts";
import { seeded } from "#test/support/random.ts";

export const name = "a moved value is under exactly one of its two keys";

const CRASH_POINTS = 1000;

export function run(): Promise<string> {
  return seeded(async (random) => {
    const { moves, struck, faults } = await proveDataMoves(random, CRASH_POINTS);
    return `${moves} moves, ${struck} of them struck (${JSON.stringify(faults)}), one key each; SEED=${random.seed}`;
  });
}
