import { raceStock, resellExpired } from "#test/proofs/stock-races.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "more buyers than units";
export { noWorkers as manifest } from "./manifests.ts";

const BUYERS = Number(process.env.SIZE ?? 1000);
const CONCURRENCY = 40;

export async function run({ random }: SoakRun): Promise<string> {
  const results: string[] = [];
  const crowd = { buyers: BUYERS, width: CONCURRENCY };
  const sales = [
    ...[1, 100, 1000].filter((each) => each <= BUYERS).map((units) => ({ units })),
    // Several lines in each cart, and several locations with stock.
    { units: BUYERS, most: 3, lines: 2, places: 4, card: true },
  ];
  for (const sale of sales) {
    const { sold, refused, died, faults } = await raceStock(random, { ...sale, ...crowd });
    const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
    const what =
      "lines" in sale ? `${sale.units} units in 4 places, carts of 2 lines` : `${sale.units} units`;
    results.push(`${what}: ${sold} sold, ${refused} refused, ${died} died; ${met.join(", ")}`);
  }
  const units = Math.floor(BUYERS / 2);
  const { first, second } = await resellExpired(random, { units, ...crowd });
  results.push(`half never paid: ${first} held, ${second} of ${units} sold again`);
  return `${BUYERS} buyers. ${results.join(". ")}`;
}
