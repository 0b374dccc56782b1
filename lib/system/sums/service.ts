// All sums and their workers.

import type { Context } from "#core/context.ts";
import type { Event } from "#core/events.ts";
import type { Aggregate } from "#core/sums/declaration.ts";
import { maintainSums } from "#core/sums/service.ts";
import { orderRows } from "#lib/commerce/orders/rows.ts";
import { stockSums } from "#lib/commerce/products/stock-sums.ts";
import { customerTotals } from "#lib/engagement/customers/service.ts";
import { customerIndex } from "#lib/system/customers/service.ts";
import { figureSums } from "#lib/system/figures/figure-sums.ts";
import { toDoSums } from "#lib/system/today/sums.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { timezoneOfTenant } from "#lib/tenancy/tenants/service.ts";
import { customerRows } from "#lib/tenancy/visitors/rows.ts";

/** Each must be in `definitions.ts` too. */
export const AGGREGATES: readonly Aggregate[] = [
  stockSums,
  toDoSums,
  customerTotals,
  orderRows,
  customerRows,
  customerIndex,
  figureSums,
];

const sums = maintainSums(AGGREGATES, { tenantChecks: checkTenantExists, zone: timezoneOfTenant });

/** Kinds of records that sums are computed from. */
export const SUMMED_KINDS = sums.kinds;

export const countSums = sums.count;
export const tendSums = sums.tend;
export const dueSums = sums.due;
export const recountSums = sums.recount;

/** Moves a store's sums to the days of its new time zone. */
export async function followZone(ctx: Context, { tenant_id }: Event): Promise<void> {
  await sums.follow(ctx, tenant_id);
}
