import { clockAt } from "#core/context.ts";
import { platformWorkers } from "#functions/system/platform/routes.ts";
import { purge } from "#lib/system/deletion/service.ts";
import { CACHED_SECONDS } from "#lib/tenancy/tenants/delete-tenant.ts";
import { waitForWorkers } from "./wait-for-workers.ts";
import { workerContext } from "./world.ts";

/** Runs the later steps of a store's deletion: after caches have expired, and once more. */
export async function purgeStore(storeId: string): Promise<void> {
  for (const after of [CACHED_SECONDS, 600]) {
    await waitForWorkers(storeId);
    const ctx = workerContext(platformWorkers.purge, clockAt(Math.ceil(Date.now() / 1000) + after));
    await purge(ctx, { kind: "tenant", tenant_id: storeId });
  }
  await waitForWorkers(storeId);
}
