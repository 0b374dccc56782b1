import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { raceStock, resellExpired } from "#test/proofs/stock-races.ts";
import { seeded } from "#test/support/random.ts";

export const name = "more buyers than units";

/** Handlers run in this process; the stack's workers would only take CPU. */
export const manifest: Manifest = { operations, workers: [] };

const BUYERS = Number(process.env.SIZE ?? 1000);
const CONCURRENCY = 40;

export async function run(): Promise<string> {
  const results: string[] = [];
  const sales = [
    ...[1, 100, 1000].filter((each) => each <= BUYERS).map((units) => ({ units })),
    // Several lines in each cart, and several locations with stock.
    { units: BUYERS, most: 3, lines: 2, places: 4, card: true },
  ];
  for (const sale of sales) {
    const [seed, { sold, refused, died, faults }] = await seeded(
      async (random) =>
        [random.seed, await raceStock(random, { ...sale, buyers: BUYERS, width: CONCURRENCY })] as const,
    );
    const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
    const what =
      "lines" in sale ? `${sale.units} units in 4 places, carts of 2 lines` : `${sale.units} units`;
    results.push(`${what}: ${sold} sold, ${refused} refused, ${died} died; ${met.join(", ")}; SEED=${seed}`);
  }
  const units = Math.floor(BUYERS / 2);
  const [seed, { first, second }] = await seeded(
    async (random) =>
      [random.seed, await resellExpired(random, { units, buyers: BUYERS, width: CONCURRENCY })] as const,
  );
  results.push(`half never paid: ${first} held, ${second} of ${units} sold again; SEED=${seed}`);
  return `${BUYERS} buyers. ${results.join(". ")}`;
}
