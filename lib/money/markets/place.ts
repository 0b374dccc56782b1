import type { Context } from "#core/context.ts";
import { chosenProvider, isSandboxOn } from "#lib/money/payments/chosen-provider.ts";
import { findMarket } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Place, Storefront } from "./place-schema.ts";
import { marketForVisitors } from "./service.ts";

/** Where a visitor is: in the market that is wanted, else in the store's first. */
export function placeOf(business: Business, wanted: string | undefined): Place {
  const markets = business.configs.markets ?? [];
  const market = (wanted ? findMarket(markets, wanted) : undefined) ?? markets[0];
  const payment = taking(business);
  return {
    // Under the store as well, where shop layers read it.
    store: { ...storeOf(business), payment },
    market: market ? marketForVisitors(business, market) : null,
    payment,
  };
}

/** What a shop may know of its store. */
export async function getStorefront(ctx: Context, storeId: string): Promise<Storefront> {
  const business = await getTenant(ctx, storeId);
  const markets = (business.configs.markets ?? []).map((market) => marketForVisitors(business, market));
  return { ...storeOf(business), markets, payment: taking(business) };
}

function storeOf({ id, key, name, timezone, configs }: Business) {
  const languages = (configs.languages ?? []).map(({ code, isDefault }) => ({
    id: code,
    code,
    is_default: isDefault,
  }));
  return { id, key, name, timezone, languages, logo: configs.logo || null };
}

function taking(business: Business): Place["payment"] {
  const { paymentProvider: account } = business.configs;
  const provider = chosenProvider(business) ?? (isSandboxOn() ? "sandbox" : null);
  const key = typeof account === "object" && account !== null && "publicKey" in account && account.publicKey;
  return { provider, publishable_key: typeof key === "string" && key !== "" ? key : null };
}
