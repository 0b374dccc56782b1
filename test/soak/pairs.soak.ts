import { provePairs } from "#test/proofs/pairs.ts";
import { PAIRS_KINDS } from "#test/proofs/pairs-kinds.ts";
import type { SoakRun } from "#test/soak.ts";
import { randomFrom } from "#test/support/random.ts";

export const name = "two or three people at one record lose nothing";
export { noFunctions as manifest } from "./manifests.ts";

/** Pairs and triples of each kind of record that are drawn after each pair ran once; with SIZE no others run. */
const ROUNDS = Number(process.env.SIZE ?? 200);
/** Only records of this kind, such as `order`. */
const KIND = process.env.KIND;

export async function run({ seed }: SoakRun): Promise<string> {
  const parts: string[] = [];
  for (const kind of PAIRS_KINDS.filter(({ name: each }) => KIND === undefined || each === KIND)) {
    const pairs = process.env.SIZE ? [] : [await provePairs(randomFrom(seed), kind, "all")];
    const met = [...pairs, await provePairs(randomFrom(seed + 1), kind, ROUNDS)];
    const wrong = met.flatMap((each) => each.wrong);
    if (wrong.length > 0) throw new Error(`KIND="${kind.name}": ${wrong.slice(0, 5).join("\n")}`);
    const [runs, conflicts] = [met.map((each) => each.runs), met.map((each) => each.conflicts)];
    parts.push(
      `${runs.join(" + ")} of ${kind.name} (${conflicts.reduce((sum, each) => sum + each, 0)} conflicts)`,
    );
  }
  return `${parts.join(", ")}; nothing wrong.`;
}
