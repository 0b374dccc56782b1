import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, readTogether } from "#core/dynamo/read.ts";
import type { Level } from "./schema.ts";
import { levels } from "./table.ts";

/** The reads of all levels that variants may have, to be made together with others; absent ones give nothing. */
export function levelReads(
  storeId: string,
  variantIds: Iterable<string>,
  locations: readonly { id: string }[],
): Read<Stored<Level>>[] {
  return [...new Set(variantIds)].flatMap((variant_id) =>
    locations.map(({ id }) => levels.read({ store_id: storeId, variant_id, location_id: id })),
  );
}

/** The read of one level. */
export function levelRead(
  storeId: string,
  { variant_id, location_id }: Pick<Level, "variant_id" | "location_id">,
): Read<Stored<Level>> {
  return levels.read({ store_id: storeId, variant_id, location_id });
}

/** All levels of some variants, strongly consistent, in one round trip. */
export async function readLevels(
  storeId: string,
  variantIds: Iterable<string>,
  locations: readonly { id: string }[],
): Promise<Stored<Level>[]> {
  const reads = levelReads(storeId, variantIds, locations);
  if (reads.length === 0) return [];
  const found = await readTogether(reads);
  return found.filter((level) => level !== undefined);
}

/** What a shop shows of a variant's levels: the sum of those above zero. */
export function shownStock(known: readonly Level[]): number {
  return known.reduce((sum, { available }) => sum + Math.max(0, available), 0);
}
