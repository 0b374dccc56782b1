import { invalidField } from "#core/errors.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Price } from "./service-schema.ts";

/**
 * Adds the currency of the market to each price. Refuses unknown markets that are not stored already,
 * repeated markets, and wrong currencies.
 *
 * @param known prices that are stored
 * @param at what comes before `prices` in the path of a field, such as `providers[0].`
 */
export function pricesInMarkets(
  markets: readonly Market[],
  prices: readonly Price[],
  known: readonly Price[],
  at = "",
): Price[] {
  const seen = new Set<string>();
  return prices.map(({ market, amount, currency }, index) => {
    const field = `${at}prices[${index}]`;
    const found = findMarket(markets, market);
    if (!found && !known.some((price) => price.market === market))
      throw invalidField(`${field}.market`, "is not a market of this business");
    if (found && currency !== undefined && currency !== found.currency)
      throw invalidField(`${field}.currency`, `is not ${found.currency}, the currency of this market`);
    const name = found?.id ?? market;
    if (seen.has(name)) throw invalidField(`${field}.market`, "is named twice");
    seen.add(name);
    const counted = found?.currency ?? currency;
    return { market, amount, ...(counted ? { currency: counted } : {}) };
  });
}
