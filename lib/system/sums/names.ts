import type { Write } from "#core/dynamo/transact.ts";
import type { Definition } from "#core/sums/declaration.ts";
import { readySums } from "#core/sums/read.ts";
import { STOCK } from "#lib/commerce/products/stock-definition.ts";

/** All sums by name: what they are reckoned from is more than the function that opens a store needs to load. */
export const DEFINITIONS: readonly Definition[] = [STOCK];

/** The writes that give a new store its sums. */
export function newSums(storeId: string, now: number): Write[] {
  return readySums(storeId, now, DEFINITIONS);
}
