import { deleteUnderKills } from "#test/proofs/content-cascade.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "deleting a taxonomy of five levels while its workers are killed";

const SIZES = { children: 2000, references: 5000 };

export async function run({ random }: SoakRun): Promise<string> {
  const kills = await deleteUnderKills(random, SIZES);
  return `${SIZES.children} children, ${SIZES.references} references, ${kills} kills, nothing left`;
}
