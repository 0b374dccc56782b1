import { readTogether } from "#core/dynamo/read.ts";
import type { Market } from "#lib/tenancy/tenants/market-schema.ts";
import { languageOf, tenantRead } from "#lib/tenancy/tenants/service.ts";

/** What of a tenant services and providers depend on. */
export interface TenantSettings {
  zone: string;
  language: string;
  markets: readonly Market[];
}

/** The time zone, the default language and the markets of a tenant. */
export async function tenantSettings(businessId: string): Promise<TenantSettings> {
  const [tenant] = await readTogether([tenantRead(businessId)]);
  return {
    zone: tenant?.timezone ?? "UTC",
    language: languageOf(tenant),
    markets: tenant?.configs.markets ?? [],
  };
}
