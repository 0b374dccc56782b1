import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { raceHolds } from "#test/proofs/hold-races.ts";
import { seeded } from "#test/support/random.ts";

export const name = "who pays in time gets the goods, and unpaid goods sell again";

/** Handlers run in this process; the stack's workers would only take CPU. */
export const manifest: Manifest = { operations, workers: [] };

const BUYERS = Number(process.env.SIZE ?? 1000);

export async function run(): Promise<string> {
  const sale = { units: Math.ceil(BUYERS / 5), buyers: BUYERS, width: 20 };
  const [seed, { sold, unpaid, refused, most, faults }] = await seeded(
    async (random) => [random.seed, await raceHolds(random, sale)] as const,
  );
  const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
  return `${BUYERS} buyers over three hours for ${sale.units} units: ${sold} sold, ${unpaid} holds that ended, ${refused} refused; at most ${most} pages and sales at one time, nothing refunded; ${met.join(", ")}; SEED=${seed}`;
}
