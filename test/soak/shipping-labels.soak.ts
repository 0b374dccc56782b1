import { buyLabels } from "#test/proofs/labels.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "labels under faults";
export { noWorkers as manifest } from "./manifests.ts";

const ORDERS = Number(process.env.SIZE ?? 150);

export async function run({ random }: SoakRun): Promise<string> {
  const { orders, requests, bought, refunded, faults } = await buyLabels(random, ORDERS);
  const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
  return `${orders} orders, ${requests} requests, ${bought} labels bought once each, ${refunded} refunded once each, under ${met.join(", ")}`;
}
