// The one place that knows all sums, and what keeps them.

import type { Tally } from "#core/sums/declaration.ts";
import { keepSums } from "#core/sums/service.ts";
import { stockSums } from "#lib/commerce/products/stock-sums.ts";
import { tenantStands } from "#lib/tenancy/tenants/closing.ts";

/** Each stands in `names.ts` too. */
export const TALLIES: readonly Tally[] = [stockSums];

const sums = keepSums(TALLIES, { stands: tenantStands });

/** Kinds of records that sums are reckoned from. */
export const KINDS = sums.kinds;

export const countSums = sums.count;
export const tendSums = sums.tend;
export const wakeSums = sums.wake;
export const recountSums = sums.recount;
