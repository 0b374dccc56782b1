import { tryWhatIsKnown } from "#test/proofs/leaks-between-visitors.ts";
import { seeded } from "#test/support/random.ts";

export const name = "what a stranger does with all that a visitor was handed";

/** Values tried at each place besides those of its own kind. */
const BESIDES = Number(process.env.SIZE ?? 4);

export async function run(): Promise<string> {
  const [seed, told] = await seeded(
    async (random) => [random.seed, await tryWhatIsKnown(random, Infinity, BESIDES)] as const,
  );
  const { handedOut, tries, compared, opened } = told;
  return `${tries} tries with ${handedOut} ids, tokens, links and addresses: ${compared} answered as what is nobody's, ${opened} opened by a link that is a credential; nothing typed came back, nothing else changed; SEED=${seed}`;
}
