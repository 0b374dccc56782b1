import { raceHolds } from "#test/proofs/hold-races.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "who pays in time gets the goods, and unpaid goods sell again";
export { noWorkers as manifest } from "./manifests.ts";

const BUYERS = Number(process.env.SIZE ?? 1000);

export async function run({ random }: SoakRun): Promise<string> {
  const sale = { units: Math.ceil(BUYERS / 5), buyers: BUYERS, width: 20 };
  const { sold, unpaid, refused, most, faults } = await raceHolds(random, sale);
  const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
  return `${BUYERS} buyers over three hours for ${sale.units} units: ${sold} sold, ${unpaid} holds that ended, ${refused} refused; at most ${most} pages and sales at one time, nothing refunded; ${met.join(", ")}`;
}
