import {
  businessEntriesKeepBlocks,
  entriesKeepValues,
  nodesKeepBlocks,
  nodesKeepTaxonomies,
} from "#test/proofs/content-values.ts";
import type { SoakRun } from "#test/soak.ts";
import { openStore } from "#test/support/world.ts";

export const name = "random schemas and values through create, read, update and list";

const SIZE = Number(process.env.SIZE ?? 200);

export async function run({ seed }: SoakRun): Promise<string> {
  const options = { store: await openStore(), runs: SIZE, seed };
  await entriesKeepValues(options);
  await nodesKeepBlocks(options);
  await businessEntriesKeepBlocks(options);
  await nodesKeepTaxonomies(options);
  return `${SIZE} schemas of each of four kinds, every value as it was sent`;
}
