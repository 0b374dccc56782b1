import type { Write } from "#core/dynamo/transact.ts";
import type { Definition } from "#core/sums/declaration.ts";
import { readySums } from "#core/sums/read.ts";
import { ORDER_ROWS } from "#lib/commerce/orders/rows-definition.ts";
import { STOCK } from "#lib/commerce/products/stock-definition.ts";
import { CUSTOMER_INDEX } from "#lib/system/customers/definition.ts";
import { FIGURES } from "#lib/system/figures/definition.ts";
import { TO_DO_SUMS } from "#lib/system/today/definition.ts";
import { CUSTOMER_ROWS } from "#lib/tenancy/visitors/rows-definition.ts";
import { TOTALS } from "#lib/tenancy/visitors/totals-definition.ts";

/** All sums by name: what they are reckoned from is more than the function that opens a store needs to load. */
export const DEFINITIONS: readonly Definition[] = [
  STOCK,
  TO_DO_SUMS,
  TOTALS,
  ORDER_ROWS,
  CUSTOMER_ROWS,
  CUSTOMER_INDEX,
  FIGURES,
];

/** The writes that give a new store its sums. */
export function newSums(storeId: string, now: number, zone: string): Write[] {
  return readySums(storeId, now, DEFINITIONS, zone);
}
