import { readTogether } from "#core/dynamo/read.ts";
import type { Market } from "#lib/tenancy/tenants/market-schema.ts";
import { languageOf, tenantRead } from "#lib/tenancy/tenants/service.ts";

export interface TenantSettings {
  zone: string;
  language: string;
  markets: readonly Market[];
}

export async function tenantSettings(businessId: string): Promise<TenantSettings> {
  const [tenant] = await readTogether([tenantRead(businessId)]);
  return {
    zone: tenant?.timezone ?? "UTC",
    language: languageOf(tenant),
    markets: tenant?.configs.markets ?? [],
  };
}
