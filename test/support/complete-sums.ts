import { clockAt } from "#core/context.ts";
import { maintainSums } from "#core/sums/service.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { AGGREGATES } from "#lib/system/sums/service.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { timezoneOfTenant } from "#lib/tenancy/tenants/service.ts";
import { workerContext } from "./world.ts";

/** The production code without its pauses, which leave capacity to visitors. */
const sums = maintainSums(AGGREGATES, {
  tenantChecks: checkTenantExists,
  zone: timezoneOfTenant,
  pace: { step: 0, pause: async () => undefined },
});

/** Runs the worker of a store's sums until it is done, with a clock some seconds ahead. */
export function completeSums(tenantId: string, tally: string, seconds: number): Promise<void> {
  const ctx = workerContext(sumWorkers.tendSums, clockAt(Date.now() / 1000 + seconds));
  return sums.tend(ctx, { tenant_id: tenantId, tally }, Number.POSITIVE_INFINITY);
}
