import { compareFilteredLists } from "#test/proofs/content-filters.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "filters and sort orders of content lists, in any combination";

const SIZE = Number(process.env.SIZE ?? 1000);

export async function run({ random }: SoakRun): Promise<string> {
  await compareFilteredLists(random, SIZE);
  return `${SIZE} random requests to each of four lists, every page as by a scan`;
}
