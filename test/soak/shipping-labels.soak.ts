import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { buyLabels } from "#test/proofs/labels.ts";
import { seeded } from "#test/support/random.ts";

export const name = "labels under faults";

/** The proof calls handlers and look-ups itself. */
export const manifest: Manifest = { operations, workers: [] };

const ORDERS = Number(process.env.SIZE ?? 150);

export async function run(): Promise<string> {
  return seeded(async (random) => {
    const { orders, requests, bought, refunded, faults } = await buyLabels(random, ORDERS);
    const met = Object.entries(faults).map(([kind, count]) => `${count} ${kind}`);
    return `${orders} orders, ${requests} requests, ${bought} labels bought once each, ${refunded} refunded once each, under ${met.join(", ")}; SEED=${random.seed}`;
  });
}
