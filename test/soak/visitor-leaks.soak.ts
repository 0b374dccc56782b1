import { openMarkedWorld, outsideCallers } from "#test/proofs/marked-world.ts";
import { compareAnswers } from "#test/proofs/tenant-leaks.ts";
import { tryKnownValues } from "#test/proofs/visitor-leaks.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "what a stranger does with ids of another store, and with everything that a visitor got";

/** Number of values of other kinds that are tried at each place. */
const OTHER_VALUES = Number(process.env.SIZE ?? 4);

export async function run({ random }: SoakRun): Promise<string> {
  const world = await openMarkedWorld();
  const { here: mine, elsewhere: theirs } = world;
  const pairs = await compareAnswers({ mine, theirs, callers: await outsideCallers(world) });
  const { handedOut, tries, compared, opened } = await tryKnownValues(random, world, OTHER_VALUES);
  return `${pairs} pairs of answers of another store's and nobody's ids are the same; ${tries} tries with ${handedOut} ids, tokens, links and addresses: ${compared} answered as what is nobody's, ${opened} opened by a link that is a credential; nothing typed came back, nothing else changed`;
}
