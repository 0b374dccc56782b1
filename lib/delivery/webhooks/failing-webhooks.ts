import { queryItems } from "#core/dynamo/read.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { type Endpoint, endpoints } from "./table.ts";

/** The endpoints of a tenant, including those of deleted webhooks; the index may lag by about a second. */
export async function readEndpoints(tenant_id: string): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(endpoints.partition({ tenant_id }), { after });
    found.push(...page.items.map((item) => endpoints.parse(item)));
    after = page.after;
  } while (after);
  return found;
}

/** Counts webhooks that fail and webhooks that were disabled for failing. */
export function countFailingWebhooks({ configs }: Business, states: readonly Endpoint[]): number {
  const byId = new Map(states.map((state) => [state.webhook_id, state]));
  const failing = (configs.webhooks ?? []).filter(({ id = "", enabled }) => {
    const state = byId.get(id);
    return enabled ? state?.failing_since != null : state?.disabled_reason === "failing";
  });
  return failing.length;
}
