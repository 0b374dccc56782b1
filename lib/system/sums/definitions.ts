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

/** Names of all sums, separate from their sources, which the function that opens a store need not load. */
export const SUM_DEFINITIONS: readonly Definition[] = [
  STOCK,
  TO_DO_SUMS,
  TOTALS,
  ORDER_ROWS,
  CUSTOMER_ROWS,
  CUSTOMER_INDEX,
  FIGURES,
];

export function newSums(storeId: string, now: number, zone: string): Write[] {
  return readySums(storeId, now, SUM_DEFINITIONS, zone);
}
