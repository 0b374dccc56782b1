import type { Context } from "#core/context.ts";
import { chosenProvider, isSandboxOn } from "#lib/money/payments/chosen-provider.ts";
import { findMarket } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Place, Storefront } from "./place-schema.ts";
import { marketForVisitors } from "./service.ts";

/** The store and market that a visitor sees: the requested market, or the store's first one. */
export function placeOf(business: Business, marketName: string | undefined): Place {
  const markets = business.configs.markets ?? [];
  const market = (marketName ? findMarket(markets, marketName) : undefined) ?? markets[0];
  const payment = paymentSettings(business);
  return {
    // Repeated under `store` because shop clients read it there.
    store: { ...storeView(business), payment },
    market: market ? marketForVisitors(business, market) : null,
    payment,
  };
}

export async function getStorefront(ctx: Context, storeId: string): Promise<Storefront> {
  const business = await getTenant(ctx, storeId);
  const markets = (business.configs.markets ?? []).map((market) => marketForVisitors(business, market));
  return { ...storeView(business), markets, payment: paymentSettings(business) };
}

function storeView({ id, key, name, timezone, configs }: Business) {
  const languages = (configs.languages ?? []).map(({ code, isDefault }) => ({
    id: code,
    code,
    is_default: isDefault,
  }));
  return { id, key, name, timezone, languages, logo: configs.logo || null };
}

function paymentSettings(business: Business): Place["payment"] {
  const { paymentProvider: account } = business.configs;
  const provider = chosenProvider(business) ?? (isSandboxOn() ? "sandbox" : null);
  const key = typeof account === "object" && account !== null && "publicKey" in account && account.publicKey;
  return { provider, publishable_key: typeof key === "string" && key !== "" ? key : null };
}
