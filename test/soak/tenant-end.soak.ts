import { deleteTenantWhileKilled } from "#test/proofs/tenant-deletion.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "the deletion of a tenant, killed at every step";
export { noWorkers as manifest } from "./manifests.ts";

const RECORDS = Number(process.env.SIZE ?? 5000);

export async function run({ random }: SoakRun): Promise<string> {
  const large = await deleteTenantWhileKilled(random, RECORDS, 5);
  const kills = large.kills + (await deleteTenantWhileKilled(random, 20)).kills;
  return `${large.records} records, a plan and open pages gone after ${kills} kills; ${large.refusals} operations refused at once; nothing charged afterwards`;
}
