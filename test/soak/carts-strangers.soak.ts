import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { strangers } from "#test/proofs/carts-strangers.ts";
import { seeded } from "#test/support/random.ts";

export const name = "strangers at the carts of one shop";
// What workers do is done by the sequences themselves.
export const manifest: Manifest = { operations, workers: [] };

const SEQUENCES = Number(process.env.SIZE ?? 10_000);
/** After these none begins any more: a busy machine runs fewer. */
const MINUTES = Number(process.env.MINUTES ?? 15);

export async function run(): Promise<string> {
  const options = { sequences: SEQUENCES, width: 12, crowd: 500, patience: MINUTES * 60_000 };
  const [seed, told] = await seeded(
    async (random) => [random.seed, await strangers(random, options)] as const,
  );
  const { sequences, calls, linked, proofs, ordered, mails, refused } = told;
  return `${sequences} of ${SEQUENCES} sequences, ${calls} calls, ${refused} of them refused: ${linked} links opened, ${proofs} addresses proven, ${ordered} orders, ${mails} mails; nobody read or changed what another typed; SEED=${seed}`;
}
