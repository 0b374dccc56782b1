import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { deleteTenantWhileKilled } from "#test/proofs/tenant-deletion.ts";
import { seeded } from "#test/support/random.ts";

export const name = "the deletion of a tenant, killed at every step";

/** The proof runs and kills the deletion itself. */
export const manifest: Manifest = { operations, workers: [] };

const RECORDS = Number(process.env.SIZE ?? 5000);

export async function run(): Promise<string> {
  return seeded(async (random) => {
    const large = await deleteTenantWhileKilled(random, RECORDS, 5);
    const kills = large.kills + (await deleteTenantWhileKilled(random, 20)).kills;
    return `${large.records} records, a plan and open pages gone after ${kills} kills; ${large.refusals} operations refused at once; nothing charged afterwards; SEED=${random.seed}`;
  });
}
