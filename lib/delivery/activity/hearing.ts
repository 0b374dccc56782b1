import { tenantKey } from "#core/dynamo/cache.ts";
import type { Hearing } from "#core/queue/hearing.ts";
import { listeningIn } from "#lib/tenancy/tenants/listening.ts";
import { BuildAfterChange } from "./messages.ts";

/** A change is built if its tenant has a build hook. */
export const buildHooksHear: Hearing = {
  of: BuildAfterChange,
  keys: ({ tenant_id }) => [tenantKey(tenant_id)],
  isHeard: (_event, [tenant]) => listeningIn(tenant).buildHooks.length > 0,
};
